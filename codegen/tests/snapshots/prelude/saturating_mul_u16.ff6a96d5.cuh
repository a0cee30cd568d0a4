__device__ __forceinline__ u16 saturating_mul_u16(u16 a, u16 b) {
    return (u16)kiln::int_min((u32)a * (u32)b, (u32)65535);
}
