__device__ __forceinline__ i16 unbounded_shr_i16(i16 x, u32 amount) {
    return x >> (kiln::int_min(amount, 16u - 1) & 15);
}
