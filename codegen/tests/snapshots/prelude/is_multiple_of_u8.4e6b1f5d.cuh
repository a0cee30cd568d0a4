__device__ __forceinline__ bool is_multiple_of_u8(u8 a, u8 b) {
    return b == 0 ? a == 0 : a % b == 0;
}
