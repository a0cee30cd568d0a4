__device__ __forceinline__ bool is_subnormal_f64(double x) {
    const u64 all = ~0ull >> 1;
    const u64 magnitude = (u64)__double_as_longlong(x) & all;
    return magnitude != 0 && magnitude < (u64)__double_as_longlong(2.2250738585072014e-308);
}
