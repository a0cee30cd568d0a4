__device__ __forceinline__ u32 trailing_ones_i64(i64 x) {
    return kiln::trailing_zeros(~x);
}
