__device__ __forceinline__ u32 saturating_add_u32(u32 a, u32 b) {
    const u32 sum = a + b;
    return sum < a ? 4294967295u : sum;
}
