__device__ __forceinline__ u32 leading_ones_u64(u64 x) {
    return kiln::leading_zeros(~x);
}
