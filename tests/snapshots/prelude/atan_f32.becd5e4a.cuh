__device__ __forceinline__ float atan_f32(float x) {
    const float a = fabsf(x);
    const bool outer = a > 1.0f;
    const float t = outer ? 1.0f / a : a;
    const float z = t * t;
    const float p = fmaf(z, -0.0017822096f, 0.010866458f);
    const float p_1 = fmaf(p, z, -0.03109373f);
    const float p_2 = fmaf(p_1, z, 0.05787896f);
    const float p_3 = fmaf(p_2, z, -0.083992094f);
    const float p_4 = fmaf(p_3, z, 0.10950861f);
    const float p_5 = fmaf(p_4, z, -0.14264014f);
    const float p_6 = fmaf(p_5, z, 0.1999853f);
    const float p_7 = fmaf(p_6, z, -0.333333f);
    const float y = fmaf(p_7, z * t, t);
    const float y_1 = outer ? 1.5707964f - (y + 4.371139e-8f) : y;
    return copysignf(y_1, x);
}
