__device__ __forceinline__ i64 saturating_neg_i64(i64 x) {
    return x == -9223372036854775807ll - 1 ? 9223372036854775807ll : (i64)-(u64)x;
}
