__device__ __forceinline__ u32 leading_ones_i64(i64 x) {
    return kiln::leading_zeros(~x);
}
