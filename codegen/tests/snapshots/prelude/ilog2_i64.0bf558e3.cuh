__device__ __forceinline__ u32 ilog2_i64(i64 x) {
    return 63 - kiln::leading_zeros((u64)kiln::int_max(x, 1ll));
}
