__device__ __forceinline__ u32 midpoint_u32(u32 a, u32 b) {
    return (a & b) + ((a ^ b) >> 1);
}
