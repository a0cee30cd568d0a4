__device__ __forceinline__ u8 midpoint_u8(u8 a, u8 b) {
    return (u8)((u32)(a & b) + ((a ^ b) >> 1));
}
