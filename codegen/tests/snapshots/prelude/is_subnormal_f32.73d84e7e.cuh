__device__ __forceinline__ bool is_subnormal_f32(float x) {
    const u32 all = ~0u >> 1;
    const u32 magnitude = __float_as_uint(x) & all;
    return magnitude != 0 && magnitude < __float_as_uint(1.1754944e-38f);
}
