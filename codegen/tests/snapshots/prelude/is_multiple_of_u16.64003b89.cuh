__device__ __forceinline__ bool is_multiple_of_u16(u16 a, u16 b) {
    return b == 0 ? a == 0 : a % b == 0;
}
