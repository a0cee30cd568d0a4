__device__ __forceinline__ u32 ilog2_u8(u8 x) {
    return 31 - kiln::leading_zeros((u32)kiln::int_max(x, (u8)1));
}
