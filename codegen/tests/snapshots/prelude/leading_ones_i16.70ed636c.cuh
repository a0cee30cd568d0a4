__device__ __forceinline__ u32 leading_ones_i16(i16 x) {
    return kiln::leading_zeros((i16)~x);
}
