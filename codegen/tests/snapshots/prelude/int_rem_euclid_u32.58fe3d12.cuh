__device__ __forceinline__ u32 int_rem_euclid_u32(u32 a, u32 b) {
    return a % b;
}
