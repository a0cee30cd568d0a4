__device__ __forceinline__ u64 unbounded_shr_u64(u64 x, u32 amount) {
    return amount < 64 ? x >> (amount & 63) : 0;
}
