__device__ __forceinline__ u32 leading_ones_i32(i32 x) {
    return kiln::leading_zeros(~x);
}
