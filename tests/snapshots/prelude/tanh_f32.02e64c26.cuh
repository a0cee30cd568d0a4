__device__ __forceinline__ float tanh_f32(float x) {
    const float a = fabsf(x);
    float y;
    if (a < 0.6f) {
        const float z = a * a;
        const float p = fmaf(z, -0.005897966f, 0.020798625f);
        const float p_1 = fmaf(p, z, -0.053784717f);
        const float p_2 = fmaf(p_1, z, 0.13331936f);
        const float p_3 = fmaf(p_2, z, -0.333333f);
        y = fmaf(p_3, z * a, a);
    } else {
        const float a_1 = a > 10.0f ? 10.0f : a;
        const float shifted = fmaf(a_1, 2.88539f, 12582912.0f);
        const float n = shifted - 12582912.0f;
        const float r = fmaf(n, -0.34657288f, a_1);
        const float r_1 = fmaf(n, -7.143034e-7f, r);
        const float scale = __uint_as_float((__float_as_uint(shifted) << 23) + 1065353216);
        const float r_2 = r_1 + r_1;
        const float p = fmaf(r_2, 0.0013821314f, 0.00836867f);
        const float p_1 = fmaf(p, r_2, 0.04166826f);
        const float p_2 = fmaf(p_1, r_2, 0.16666521f);
        const float p_3 = fmaf(p_2, r_2, 0.49999994f);
        const float value = fmaf(p_3, r_2, 1.0f);
        const float value_1 = fmaf(value, r_2, 1.0f);
        const float e = fmaf(value_1, scale, 1.0f);
        y = 1.0f - 2.0f / e;
    }
    return copysignf(y, x);
}
