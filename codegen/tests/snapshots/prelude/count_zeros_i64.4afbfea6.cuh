__device__ __forceinline__ u32 count_zeros_i64(i64 x) {
    return kiln::count_ones(~x);
}
