__device__ __forceinline__ u32 unbounded_shr_u32(u32 x, u32 amount) {
    return amount < 32 ? x >> (amount & 31) : 0;
}
