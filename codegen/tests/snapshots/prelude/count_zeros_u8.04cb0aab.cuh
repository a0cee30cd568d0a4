__device__ __forceinline__ u32 count_zeros_u8(u8 x) {
    return kiln::count_ones((u8)~x);
}
