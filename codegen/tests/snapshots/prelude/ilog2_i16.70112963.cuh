__device__ __forceinline__ u32 ilog2_i16(i16 x) {
    return 31 - kiln::leading_zeros((u32)kiln::int_max(x, (i16)1));
}
