__device__ __forceinline__ u64 div_ceil_u64(u64 a, u64 b) {
    const u64 quotient = a / b;
    return quotient * b == a ? quotient : quotient + 1;
}
