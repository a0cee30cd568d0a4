__device__ __forceinline__ u32 leading_ones_i8(i8 x) {
    return kiln::leading_zeros((i8)~x);
}
