__device__ __forceinline__ i64 midpoint_i64(i64 a, i64 b) {
    const i64 below = (i64)((u64)(a & b) + ((a ^ b) >> 1));
    const i64 odd = (a ^ b) & 1;
    return below < 0 ? (i64)((u64)below + odd) : below;
}
