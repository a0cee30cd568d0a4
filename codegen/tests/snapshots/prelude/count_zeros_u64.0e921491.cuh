__device__ __forceinline__ u32 count_zeros_u64(u64 x) {
    return kiln::count_ones(~x);
}
