__device__ __forceinline__ u32 ilog2_u64(u64 x) {
    return 63 - kiln::leading_zeros(kiln::int_max(x, 1ull));
}
