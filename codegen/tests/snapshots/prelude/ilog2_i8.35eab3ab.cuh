__device__ __forceinline__ u32 ilog2_i8(i8 x) {
    return 31 - kiln::leading_zeros((u32)kiln::int_max(x, (i8)1));
}
