__device__ __forceinline__ u32 leading_ones_u8(u8 x) {
    return kiln::leading_zeros((u8)~x);
}
