__device__ __forceinline__ float erf_f32(float x) {
    const float a = fabsf(x);
    float y;
    if (a < 1.0f) {
        const float z = a * a;
        const float p = fmaf(z, 7.806903e-5f, -0.0007997853f);
        const float p_1 = fmaf(p, z, 0.005187162f);
        const float p_2 = fmaf(p_1, z, -0.026853347f);
        const float p_3 = fmaf(p_2, z, 0.11283579f);
        const float p_4 = fmaf(p_3, z, -0.37612626f);
        const float p_5 = fmaf(p_4, z, 0.12837917f);
        y = fmaf(p_5, a, a);
    } else {
        const float a_1 = a > 4.0f ? 4.0f : a;
        const float p = fmaf(a_1, -0.00030389155f, 0.0045977826f);
        const float p_1 = fmaf(p, a_1, -0.032891233f);
        const float p_2 = fmaf(p_1, a_1, 0.1516506f);
        const float p_3 = fmaf(p_2, a_1, 0.91731083f);
        const float p_4 = fmaf(p_3, a_1, 1.6280526f);
        const float t = -(p_4 * a_1);
        const float shifted = t + 12582912.0f;
        const float r = t - (shifted - 12582912.0f);
        const float scale = __uint_as_float((__float_as_uint(shifted) << 23) + 1065353216);
        const float p_5 = fmaf(r, 0.00015326471f, 0.0013390806f);
        const float p_6 = fmaf(p_5, r, 0.009618506f);
        const float p_7 = fmaf(p_6, r, 0.0555036f);
        const float p_8 = fmaf(p_7, r, 0.24022648f);
        const float p_9 = fmaf(p_8, r, 0.6931472f);
        const float value = fmaf(p_9, r, 1.0f);
        y = fmaf(-value, scale, 1.0f);
    }
    return copysignf(y, x);
}
