__device__ __forceinline__ u32 ilog2_u32(u32 x) {
    return 31 - kiln::leading_zeros(kiln::int_max(x, 1u));
}
