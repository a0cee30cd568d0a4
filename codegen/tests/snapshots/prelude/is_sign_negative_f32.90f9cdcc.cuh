__device__ __forceinline__ bool is_sign_negative_f32(float x) {
    return __float_as_uint(x) >> (32u - 1 & 31) != 0;
}
