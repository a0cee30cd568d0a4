__device__ __forceinline__ float float_signum_f32(float x) {
    return x != x ? x : copysignf(1.0f, x);
}
