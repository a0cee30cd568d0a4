__device__ __forceinline__ float log_f32(float x, float base) {
    const float x_1 = x;
    const float base_1 = base;
    const float result = logf(x_1) / logf(base_1);
    return result;
}
