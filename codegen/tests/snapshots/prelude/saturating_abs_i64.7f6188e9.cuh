__device__ __forceinline__ i64 saturating_abs_i64(i64 x) {
    const i64 magnitude = kiln::int_abs(x);
    return magnitude < 0 ? 9223372036854775807ll : magnitude;
}
