__device__ __forceinline__ u64 saturating_mul_u64(u64 a, u64 b) {
    const u64 product = a * b;
    const u64 upper = kiln::mul_hi(a, b);
    return upper == 0 ? product : 18446744073709551615ull;
}
