__device__ __forceinline__ u32 trailing_ones_i16(i16 x) {
    return kiln::trailing_zeros((i16)~x);
}
