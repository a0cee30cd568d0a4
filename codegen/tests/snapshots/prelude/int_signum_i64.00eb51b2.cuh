__device__ __forceinline__ i64 int_signum_i64(i64 x) {
    return kiln::int_max(kiln::int_min(x, 1ll), -1ll);
}
