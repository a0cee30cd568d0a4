__device__ __forceinline__ float erfc_f32(float x) {
    float result;
    {
        const float a = fabsf(x);
        if (a < 0.8f) {
            const float z = x * x;
            const float p = fmaf(z, 7.806903e-5f, -0.0007997853f);
            const float p_1 = fmaf(p, z, 0.005187162f);
            const float p_2 = fmaf(p_1, z, -0.026853347f);
            const float p_3 = fmaf(p_2, z, 0.11283579f);
            const float p_4 = fmaf(p_3, z, -0.37612626f);
            const float p_5 = fmaf(p_4, z, 0.12837917f);
            const float value = fmaf(p_5, x, x);
            result = 1.0f - value;
            goto break_0;
        }
        const float a_1 = a > 10.1f ? 10.1f : a;
        const float d = a_1 + 1.5f;
        const float d_low = a_1 - (d - 1.5f);
        const float q = 1.0f / d;
        const float q_1 = fmaf(q, fmaf(-d_low, q, fmaf(-d, q, 1.0f)), q);
        const float t = (a_1 - 1.5f) * q_1;
        const float p = fmaf(t, -0.00018765923f, 0.002682441f);
        const float p_1 = fmaf(p, t, -0.0008988514f);
        const float p_2 = fmaf(p_1, t, -0.009591262f);
        const float p_3 = fmaf(p_2, t, -0.008091524f);
        const float p_4 = fmaf(p_3, t, 0.047773387f);
        const float p_5 = fmaf(p_4, t, 0.07562075f);
        const float p_6 = fmaf(p_5, t, -0.50785005f);
        const float p_7 = fmaf(p_6, t, 0.96475625f);
        const float square = a_1 * a_1;
        const float lost = fmaf(a_1, a_1, -square);
        const float shifted = fmaf(square, -1.442695f, 12582912.0f);
        const float n = shifted - 12582912.0f;
        const float r = fmaf(n, -0.69314575f, -square);
        const float r_1 = fmaf(n, -1.4286068e-6f, r - lost);
        const float p_8 = p_7 * q_1;
        const float p_9 = fmaf(r_1, 0.0013821314f, 0.00836867f);
        const float p_10 = fmaf(p_9, r_1, 0.04166826f);
        const float p_11 = fmaf(p_10, r_1, 0.16666521f);
        const float p_12 = fmaf(p_11, r_1, 0.49999994f);
        const float value = fmaf(p_12, r_1, 1.0f);
        const float p_13 = fmaf(value * r_1, p_8, p_8);
        const u32 exponent = __float_as_uint(shifted) << 23;
        const u32 bias = true ? 1602224128u : 528482304u;
        const float rest = true ? 5.421011e-20f : 1.8446744e19f;
        const float y = p_13 * __uint_as_float(exponent + bias) * rest;
        result = x < kiln::hidden(0.0f) ? 2.0f - y : y;
    }
    break_0:;
    return result;
}
