__device__ __forceinline__ float ln_f32(float x) {
    const bool tiny = x < 1.1754944e-38f;
    const float scaled = tiny ? x * 8388608.0f : x;
    const u32 bits = __float_as_uint(scaled);
    const u32 exponent = bits - 1061158912 & 4286578688u;
    const float f = __uint_as_float(bits - exponent) - 1.0f;
    const float e = fmaf((float)(i32)exponent, 1.1920929e-7f, tiny ? -23.0f : 0.0f);
    const float p = fmaf(f, -0.04515236f, 0.104725614f);
    const float p_1 = fmaf(p, f, -0.13163939f);
    const float p_2 = fmaf(p_1, f, 0.1447763f);
    const float p_3 = fmaf(p_2, f, -0.16646878f);
    const float p_4 = fmaf(p_3, f, 0.19990848f);
    const float p_5 = fmaf(p_4, f, -0.2500011f);
    const float p_6 = fmaf(p_5, f, 0.3333345f);
    const float value = fmaf(p_6, f, -0.5f);
    const float r = fmaf(e, 0.6931472f, fmaf(value, f * f, f));
    float value_1;
    if (x > 0.0f && x < __uint_as_float(0x7f800000u)) {
        value_1 = r;
    } else {
        const float outside = x < kiln::hidden(0.0f) ? __uint_as_float(0x7fc00000u) : x;
        value_1 = x == 0.0f ? __uint_as_float(0xff800000u) : outside;
    }
    return value_1;
}
