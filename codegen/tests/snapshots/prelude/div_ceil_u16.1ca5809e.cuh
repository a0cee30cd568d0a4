__device__ __forceinline__ u16 div_ceil_u16(u16 a, u16 b) {
    const u16 quotient = a / b;
    return (u16)((u32)quotient * b) == a ? quotient : (u16)(quotient + 1u);
}
