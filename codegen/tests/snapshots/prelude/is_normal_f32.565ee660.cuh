__device__ __forceinline__ bool is_normal_f32(float x) {
    const u32 all = ~0u >> 1;
    const u32 magnitude = __float_as_uint(x) & all;
    return magnitude >= __float_as_uint(1.1754944e-38f) && magnitude < __float_as_uint(__uint_as_float(0x7f800000u));
}
