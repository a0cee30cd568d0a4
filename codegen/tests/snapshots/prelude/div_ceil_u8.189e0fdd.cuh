__device__ __forceinline__ u8 div_ceil_u8(u8 a, u8 b) {
    const u8 quotient = a / b;
    return (u8)((u32)quotient * b) == a ? quotient : (u8)(quotient + 1u);
}
