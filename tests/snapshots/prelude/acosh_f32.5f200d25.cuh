__device__ __forceinline__ float acosh_f32(float x) {
    const float t = x - 1.0f;
    const bool huge = x > 1e18f;
    const float root = sqrtf(fmaf(t, t, t + t));
    const float x_1 = huge ? x : t + root;
    const u32 exponent = __float_as_uint(x_1 + 1.0f) - 1061158912 & 4286578688u;
    const float scaled = __uint_as_float(__float_as_uint(x_1) - exponent);
    const float four = __uint_as_float(1082130432 - exponent);
    const float f = scaled + fmaf(four, 0.25f, -1.0f);
    const float e = (float)(i32)exponent * 1.1920929e-7f;
    const float p = fmaf(f, -0.04515236f, 0.104725614f);
    const float p_1 = fmaf(p, f, -0.13163939f);
    const float p_2 = fmaf(p_1, f, 0.1447763f);
    const float p_3 = fmaf(p_2, f, -0.16646878f);
    const float p_4 = fmaf(p_3, f, 0.19990848f);
    const float p_5 = fmaf(p_4, f, -0.2500011f);
    const float p_6 = fmaf(p_5, f, 0.3333345f);
    const float value = fmaf(p_6, f, -0.5f);
    const float r = fmaf(e, 0.6931472f, fmaf(value, f * f, f));
    const float r_1 = fabsf(x_1) < 2.9802322e-8f ? x_1 : r;
    float value_1;
    if (x_1 > -1.0f && x_1 < __uint_as_float(0x7f800000u)) {
        value_1 = r_1;
    } else {
        const float x_2 = x_1 + 1.0f;
        const float outside = x_2 < kiln::hidden(0.0f) ? __uint_as_float(0x7fc00000u) : x_2;
        value_1 = x_2 == 0.0f ? __uint_as_float(0xff800000u) : outside;
    }
    const float y = value_1;
    const float y_1 = huge ? y + 0.6931472f : y;
    return x < 1.0f ? __uint_as_float(0x7fc00000u) : y_1;
}
