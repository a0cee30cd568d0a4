__device__ __forceinline__ u16 int_div_euclid_u16(u16 a, u16 b) {
    return a / b;
}
