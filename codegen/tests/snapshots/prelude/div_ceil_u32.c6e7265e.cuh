__device__ __forceinline__ u32 div_ceil_u32(u32 a, u32 b) {
    const u32 quotient = a / b;
    return quotient * b == a ? quotient : quotient + 1;
}
