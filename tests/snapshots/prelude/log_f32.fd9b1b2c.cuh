__device__ __forceinline__ float log_f32(float x, float base) {
    return logf(x) / logf(base);
}
