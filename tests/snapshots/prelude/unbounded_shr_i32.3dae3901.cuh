__device__ __forceinline__ i32 unbounded_shr_i32(i32 x, u32 amount) {
    return x >> (kiln::int_min(amount, 32u - 1) & 31);
}
