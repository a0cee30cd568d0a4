__device__ __forceinline__ float exp2_f32(float x) {
    const float x_1 = x;
    float value;
    if (fabsf(x_1) < 126.0f) {
        const float shifted = x_1 + 12582912.0f;
        const float r = x_1 - (shifted - 12582912.0f);
        const float r_1 = r;
        const float p = fmaf(r_1, 0.00015326471f, 0.0013390806f);
        const float p_1 = fmaf(p, r_1, 0.009618506f);
        const float p_2 = fmaf(p_1, r_1, 0.0555036f);
        const float p_3 = fmaf(p_2, r_1, 0.24022648f);
        const float p_4 = fmaf(p_3, r_1, 0.6931472f);
        const float value_1 = fmaf(p_4, r_1, 1.0f);
        const float shifted_1 = shifted;
        const float value_2 = __uint_as_float((__float_as_uint(shifted_1) << 23) + 1065353216);
        value = value_1 * value_2;
    } else {
        const float x_2 = x_1;
        const float high = x_2 > 129.0f ? 129.0f : x_2;
        const float x_3 = high < -151.0f ? -151.0f : high;
        const float shifted = x_3 + 12582912.0f;
        const float r = x_3 - (shifted - 12582912.0f);
        const float r_1 = r;
        const float p = fmaf(r_1, 0.00015326471f, 0.0013390806f);
        const float p_1 = fmaf(p, r_1, 0.009618506f);
        const float p_2 = fmaf(p_1, r_1, 0.0555036f);
        const float p_3 = fmaf(p_2, r_1, 0.24022648f);
        const float p_4 = fmaf(p_3, r_1, 0.6931472f);
        const float value_1 = fmaf(p_4, r_1, 1.0f);
        const float p_5 = value_1;
        const float shifted_1 = shifted;
        const bool negative = x_3 < kiln::hidden(0.0f);
        const u32 exponent = __float_as_uint(shifted_1) << 23;
        const u32 bias = negative ? 1602224128u : 528482304u;
        const float rest = negative ? 5.421011e-20f : 1.8446744e19f;
        const float result = p_5 * __uint_as_float(exponent + bias) * rest;
        value = result;
    }
    const float result = value;
    return result;
}
