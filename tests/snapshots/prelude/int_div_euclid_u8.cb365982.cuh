__device__ __forceinline__ u8 int_div_euclid_u8(u8 a, u8 b) {
    return a / b;
}
