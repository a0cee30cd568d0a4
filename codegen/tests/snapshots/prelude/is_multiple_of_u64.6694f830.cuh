__device__ __forceinline__ bool is_multiple_of_u64(u64 a, u64 b) {
    return b == 0 ? a == 0 : a % b == 0;
}
