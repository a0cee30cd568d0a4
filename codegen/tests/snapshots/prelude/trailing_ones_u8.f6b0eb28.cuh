__device__ __forceinline__ u32 trailing_ones_u8(u8 x) {
    return kiln::trailing_zeros((u8)~x);
}
