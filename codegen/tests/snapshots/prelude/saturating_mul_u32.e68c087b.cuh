__device__ __forceinline__ u32 saturating_mul_u32(u32 a, u32 b) {
    return (u32)kiln::int_min((u64)a * (u64)b, (u64)4294967295u);
}
