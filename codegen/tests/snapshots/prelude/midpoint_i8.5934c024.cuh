__device__ __forceinline__ i8 midpoint_i8(i8 a, i8 b) {
    const i8 below = (i8)((u32)(a & b) + ((a ^ b) >> 1));
    const i8 odd = (a ^ b) & 1;
    return below < 0 ? (i8)((u32)below + odd) : below;
}
