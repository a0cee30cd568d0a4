__device__ __forceinline__ u32 count_zeros_i8(i8 x) {
    return kiln::count_ones((i8)~x);
}
