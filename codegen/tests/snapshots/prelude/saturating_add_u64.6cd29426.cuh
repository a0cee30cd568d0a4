__device__ __forceinline__ u64 saturating_add_u64(u64 a, u64 b) {
    const u64 sum = a + b;
    return sum < a ? 18446744073709551615ull : sum;
}
