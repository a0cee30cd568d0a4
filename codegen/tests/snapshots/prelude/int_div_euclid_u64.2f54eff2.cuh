__device__ __forceinline__ u64 int_div_euclid_u64(u64 a, u64 b) {
    return a / b;
}
