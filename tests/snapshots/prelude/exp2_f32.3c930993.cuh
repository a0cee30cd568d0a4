__device__ __forceinline__ float exp2_f32(float x) {
    float value;
    if (fabsf(x) < 126.0f) {
        const float shifted = x + 12582912.0f;
        const float r = x - (shifted - 12582912.0f);
        const float p = fmaf(r, 0.00015326471f, 0.0013390806f);
        const float p_1 = fmaf(p, r, 0.009618506f);
        const float p_2 = fmaf(p_1, r, 0.0555036f);
        const float p_3 = fmaf(p_2, r, 0.24022648f);
        const float p_4 = fmaf(p_3, r, 0.6931472f);
        const float value_1 = fmaf(p_4, r, 1.0f);
        const float value_2 = __uint_as_float((__float_as_uint(shifted) << 23) + 1065353216);
        value = value_1 * value_2;
    } else {
        const float high = x > 129.0f ? 129.0f : x;
        const float x_1 = high < -151.0f ? -151.0f : high;
        const float shifted = x_1 + 12582912.0f;
        const float r = x_1 - (shifted - 12582912.0f);
        const float p = fmaf(r, 0.00015326471f, 0.0013390806f);
        const float p_1 = fmaf(p, r, 0.009618506f);
        const float p_2 = fmaf(p_1, r, 0.0555036f);
        const float p_3 = fmaf(p_2, r, 0.24022648f);
        const float p_4 = fmaf(p_3, r, 0.6931472f);
        const float value_1 = fmaf(p_4, r, 1.0f);
        const bool negative = x_1 < kiln::hidden(0.0f);
        const u32 exponent = __float_as_uint(shifted) << 23;
        const u32 bias = negative ? 1602224128u : 528482304u;
        const float rest = negative ? 5.421011e-20f : 1.8446744e19f;
        const float result = value_1 * __uint_as_float(exponent + bias) * rest;
        value = result;
    }
    return value;
}
