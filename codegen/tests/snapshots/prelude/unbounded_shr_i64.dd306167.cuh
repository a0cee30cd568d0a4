__device__ __forceinline__ i64 unbounded_shr_i64(i64 x, u32 amount) {
    return x >> (kiln::int_min(amount, 64u - 1) & 63);
}
