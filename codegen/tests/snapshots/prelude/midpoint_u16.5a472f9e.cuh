__device__ __forceinline__ u16 midpoint_u16(u16 a, u16 b) {
    return (u16)((u32)(a & b) + ((a ^ b) >> 1));
}
