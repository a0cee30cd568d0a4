__device__ __forceinline__ u16 unbounded_shr_u16(u16 x, u32 amount) {
    return amount < 16 ? x >> (amount & 15) : 0;
}
