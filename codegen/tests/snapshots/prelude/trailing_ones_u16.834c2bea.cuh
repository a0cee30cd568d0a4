__device__ __forceinline__ u32 trailing_ones_u16(u16 x) {
    return kiln::trailing_zeros((u16)~x);
}
