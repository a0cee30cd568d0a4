__device__ __forceinline__ u32 trailing_ones_i8(i8 x) {
    return kiln::trailing_zeros((i8)~x);
}
