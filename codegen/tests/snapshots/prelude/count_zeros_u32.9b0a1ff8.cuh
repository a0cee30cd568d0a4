__device__ __forceinline__ u32 count_zeros_u32(u32 x) {
    return kiln::count_ones(~x);
}
