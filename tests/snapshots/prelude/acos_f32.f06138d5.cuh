__device__ __forceinline__ float acos_f32(float x) {
    const float x_1 = x;
    const float a = fabsf(x_1);
    const bool outer = a > 0.5f;
    const float z = outer ? fmaf(a, -0.5f, 0.5f) : x_1 * x_1;
    const float s = outer ? sqrtf(z) : x_1;
    const float z_1 = z;
    const float p = fmaf(z_1, 0.042158403f, 0.02418474f);
    const float p_1 = fmaf(p, z_1, 0.045469154f);
    const float p_2 = fmaf(p_1, z_1, 0.074953094f);
    const float value = fmaf(p_2, z_1, 0.16666752f);
    const float y = fmaf(value, z * s, s);
    const float far = x_1 < kiln::hidden(0.0f) ? fmaf(y, -2.0f, 3.1415927f) : y + y;
    const float near = 1.5707964f - (y + 4.371139e-8f);
    const float result = outer ? far : near;
    return result;
}
