__device__ __forceinline__ i16 unbounded_shl_i16(i16 x, u32 amount) {
    return amount < 16 ? (i16)((u32)x << (amount & 15)) : 0;
}
