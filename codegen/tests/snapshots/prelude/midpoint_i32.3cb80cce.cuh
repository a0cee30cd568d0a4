__device__ __forceinline__ i32 midpoint_i32(i32 a, i32 b) {
    const i32 below = (i32)((u32)(a & b) + ((a ^ b) >> 1));
    const i32 odd = (a ^ b) & 1;
    return below < 0 ? (i32)((u32)below + odd) : below;
}
