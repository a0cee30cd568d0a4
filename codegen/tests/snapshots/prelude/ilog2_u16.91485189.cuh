__device__ __forceinline__ u32 ilog2_u16(u16 x) {
    return 31 - kiln::leading_zeros((u32)kiln::int_max(x, (u16)1));
}
