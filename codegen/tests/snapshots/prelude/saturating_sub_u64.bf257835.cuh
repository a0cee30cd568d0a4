__device__ __forceinline__ u64 saturating_sub_u64(u64 a, u64 b) {
    return kiln::int_max(a, b) - b;
}
