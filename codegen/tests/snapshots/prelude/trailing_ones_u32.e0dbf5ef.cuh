__device__ __forceinline__ u32 trailing_ones_u32(u32 x) {
    return kiln::trailing_zeros(~x);
}
