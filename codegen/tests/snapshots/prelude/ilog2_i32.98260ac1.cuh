__device__ __forceinline__ u32 ilog2_i32(i32 x) {
    return 31 - kiln::leading_zeros((u32)kiln::int_max(x, 1));
}
