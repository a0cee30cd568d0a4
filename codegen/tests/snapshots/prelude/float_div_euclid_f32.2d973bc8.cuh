__device__ __forceinline__ float float_div_euclid_f32(float a, float b) {
    const float quotient = truncf(a / b);
    const float away = b > 0.0f ? quotient - 1.0f : quotient + 1.0f;
    return fmodf(a, b) < kiln::hidden(0.0f) ? away : quotient;
}
