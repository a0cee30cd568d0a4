__device__ __forceinline__ i8 unbounded_shr_i8(i8 x, u32 amount) {
    return x >> (kiln::int_min(amount, 8u - 1) & 7);
}
