__device__ __forceinline__ u32 count_zeros_i32(i32 x) {
    return kiln::count_ones(~x);
}
