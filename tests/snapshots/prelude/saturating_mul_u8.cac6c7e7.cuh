__device__ __forceinline__ u8 saturating_mul_u8(u8 a, u8 b) {
    return (u8)kiln::int_min((u32)a * (u32)b, (u32)255);
}
