__device__ __forceinline__ u32 count_zeros_u16(u16 x) {
    return kiln::count_ones((u16)~x);
}
