__device__ __forceinline__ u64 int_rem_euclid_u64(u64 a, u64 b) {
    return a % b;
}
