__device__ __forceinline__ i32 saturating_neg_i32(i32 x) {
    return x == -2147483647 - 1 ? 2147483647 : (i32)kiln::negated((u32)x);
}
