__device__ __forceinline__ u32 trailing_ones_u64(u64 x) {
    return kiln::trailing_zeros(~x);
}
