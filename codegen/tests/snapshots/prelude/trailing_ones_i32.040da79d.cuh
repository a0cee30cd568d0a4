__device__ __forceinline__ u32 trailing_ones_i32(i32 x) {
    return kiln::trailing_zeros(~x);
}
