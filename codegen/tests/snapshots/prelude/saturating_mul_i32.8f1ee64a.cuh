__device__ __forceinline__ i32 saturating_mul_i32(i32 a, i32 b) {
    return (i32)kiln::int_min(kiln::int_max((i64)((u64)(i64)a * (i64)b), (i64)(-2147483647 - 1)), (i64)2147483647);
}
