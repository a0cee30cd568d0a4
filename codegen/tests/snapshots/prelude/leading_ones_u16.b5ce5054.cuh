__device__ __forceinline__ u32 leading_ones_u16(u16 x) {
    return kiln::leading_zeros((u16)~x);
}
