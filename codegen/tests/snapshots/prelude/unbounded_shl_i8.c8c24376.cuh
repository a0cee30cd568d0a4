__device__ __forceinline__ i8 unbounded_shl_i8(i8 x, u32 amount) {
    return amount < 8 ? (i8)((u32)x << (amount & 7)) : 0;
}
