__device__ __forceinline__ float exp_f32(float x) {
    float value;
    if (fabsf(x) < 87.0f) {
        const float shifted = fmaf(x, 1.442695f, 12582912.0f);
        const float n = shifted - 12582912.0f;
        const float r = fmaf(n, -0.69314575f, x);
        const float r_1 = fmaf(n, -1.4286068e-6f, r);
        const float p = fmaf(r_1, 0.0013821314f, 0.00836867f);
        const float p_1 = fmaf(p, r_1, 0.04166826f);
        const float p_2 = fmaf(p_1, r_1, 0.16666521f);
        const float p_3 = fmaf(p_2, r_1, 0.49999994f);
        const float value_1 = fmaf(p_3, r_1, 1.0f);
        const float value_2 = fmaf(value_1, r_1, 1.0f);
        const float value_3 = __uint_as_float((__float_as_uint(shifted) << 23) + 1065353216);
        value = value_2 * value_3;
    } else {
        const float high = x > 89.0f ? 89.0f : x;
        const float x_1 = high < -104.5f ? -104.5f : high;
        const float shifted = fmaf(x_1, 1.442695f, 12582912.0f);
        const float n = shifted - 12582912.0f;
        const float r = fmaf(n, -0.69314575f, x_1);
        const float r_1 = fmaf(n, -1.4286068e-6f, r);
        const float p = fmaf(r_1, 0.0013821314f, 0.00836867f);
        const float p_1 = fmaf(p, r_1, 0.04166826f);
        const float p_2 = fmaf(p_1, r_1, 0.16666521f);
        const float p_3 = fmaf(p_2, r_1, 0.49999994f);
        const float value_1 = fmaf(p_3, r_1, 1.0f);
        const float value_2 = fmaf(value_1, r_1, 1.0f);
        const bool negative = x_1 < kiln::hidden(0.0f);
        const u32 exponent = __float_as_uint(shifted) << 23;
        const u32 bias = negative ? 1602224128u : 528482304u;
        const float rest = negative ? 5.421011e-20f : 1.8446744e19f;
        const float result = value_2 * __uint_as_float(exponent + bias) * rest;
        value = result;
    }
    return value;
}
