__device__ __forceinline__ u32 count_zeros_i16(i16 x) {
    return kiln::count_ones((i16)~x);
}
