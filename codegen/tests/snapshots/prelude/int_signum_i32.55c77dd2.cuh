__device__ __forceinline__ i32 int_signum_i32(i32 x) {
    return kiln::int_max(kiln::int_min(x, 1), -1);
}
