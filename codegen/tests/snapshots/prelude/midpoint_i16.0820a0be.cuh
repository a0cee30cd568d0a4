__device__ __forceinline__ i16 midpoint_i16(i16 a, i16 b) {
    const i16 below = (i16)((u32)(a & b) + ((a ^ b) >> 1));
    const i16 odd = (a ^ b) & 1;
    return below < 0 ? (i16)((u32)below + odd) : below;
}
