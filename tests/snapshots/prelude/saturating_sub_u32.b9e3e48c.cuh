__device__ __forceinline__ u32 saturating_sub_u32(u32 a, u32 b) {
    return kiln::int_max(a, b) - b;
}
