__device__ __forceinline__ bool is_multiple_of_u32(u32 a, u32 b) {
    return b == 0 ? a == 0 : a % b == 0;
}
