__device__ __forceinline__ i32 unbounded_shl_i32(i32 x, u32 amount) {
    return amount < 32 ? (i32)((u32)x << (amount & 31)) : 0;
}
