__device__ __forceinline__ u8 unbounded_shl_u8(u8 x, u32 amount) {
    return amount < 8 ? (u8)((u32)x << (amount & 7)) : 0;
}
