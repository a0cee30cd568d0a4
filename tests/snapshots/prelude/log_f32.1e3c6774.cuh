__device__ __forceinline__ float log_f32(float x, float base) {
    const float x_1 = x;
    const float base_1 = base;
    const float result = kiln::ln_f32(x_1) / kiln::ln_f32(base_1);
    return result;
}
