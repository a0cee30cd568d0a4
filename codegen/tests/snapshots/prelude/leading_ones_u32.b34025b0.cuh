__device__ __forceinline__ u32 leading_ones_u32(u32 x) {
    return kiln::leading_zeros(~x);
}
