__device__ __forceinline__ float acos_f32(float x) {
    const float a = fabsf(x);
    const bool outer = a > 0.5f;
    const float z = outer ? fmaf(a, -0.5f, 0.5f) : x * x;
    const float s = outer ? sqrtf(z) : x;
    const float p = fmaf(z, 0.042158403f, 0.02418474f);
    const float p_1 = fmaf(p, z, 0.045469154f);
    const float p_2 = fmaf(p_1, z, 0.074953094f);
    const float value = fmaf(p_2, z, 0.16666752f);
    const float y = fmaf(value, z * s, s);
    const float far = x < kiln::hidden(0.0f) ? fmaf(y, -2.0f, 3.1415927f) : y + y;
    const float near = 1.5707964f - (y + 4.371139e-8f);
    return outer ? far : near;
}
