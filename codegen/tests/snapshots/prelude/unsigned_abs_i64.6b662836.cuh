__device__ __forceinline__ u64 unsigned_abs_i64(i64 x) {
    return (u64)kiln::int_abs(x);
}
