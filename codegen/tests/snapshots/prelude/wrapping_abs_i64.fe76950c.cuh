__device__ __forceinline__ i64 wrapping_abs_i64(i64 x) {
    return kiln::int_abs(x);
}
