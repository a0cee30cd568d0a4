__device__ __forceinline__ u64 midpoint_u64(u64 a, u64 b) {
    return (a & b) + ((a ^ b) >> 1);
}
