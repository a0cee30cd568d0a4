__device__ __forceinline__ float asin_f32(float x) {
    const float a = fabsf(x);
    const bool outer = a > 0.5f;
    const float z = outer ? fmaf(a, -0.5f, 0.5f) : a * a;
    const float s = outer ? sqrtf(z) : a;
    const float p = fmaf(z, 0.042158403f, 0.02418474f);
    const float p_1 = fmaf(p, z, 0.045469154f);
    const float p_2 = fmaf(p_1, z, 0.074953094f);
    const float value = fmaf(p_2, z, 0.16666752f);
    const float w = value * (z * s);
    const float far = fmaf(s, -2.0f, 1.5707964f) - fmaf(w, 2.0f, 4.371139e-8f);
    const float y = outer ? far : s + w;
    return copysignf(y, x);
}
