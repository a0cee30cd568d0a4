__device__ __forceinline__ u16 unbounded_shl_u16(u16 x, u32 amount) {
    return amount < 16 ? (u16)((u32)x << (amount & 15)) : 0;
}
