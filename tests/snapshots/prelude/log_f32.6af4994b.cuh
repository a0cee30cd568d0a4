__device__ __forceinline__ float log_f32(float x, float base) {
    return kiln::ln_f32(x) / kiln::ln_f32(base);
}
