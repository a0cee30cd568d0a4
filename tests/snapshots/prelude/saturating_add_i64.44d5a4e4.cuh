__device__ __forceinline__ i64 saturating_add_i64(i64 a, i64 b) {
    const i64 sum = (i64)((u64)a + b);
    const i64 end = a < 0 ? -9223372036854775807ll - 1 : 9223372036854775807ll;
    return ((a ^ sum) & (b ^ sum)) < 0 ? end : sum;
}
