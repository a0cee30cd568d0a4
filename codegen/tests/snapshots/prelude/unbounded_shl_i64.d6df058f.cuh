__device__ __forceinline__ i64 unbounded_shl_i64(i64 x, u32 amount) {
    return amount < 64 ? (i64)((u64)x << (amount & 63)) : 0;
}
