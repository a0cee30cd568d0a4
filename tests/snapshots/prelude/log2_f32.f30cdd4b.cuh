__device__ __forceinline__ float log2_f32(float x) {
    const bool tiny = x < 1.1754944e-38f;
    const float scaled = tiny ? x * 8388608.0f : x;
    const u32 bits = __float_as_uint(scaled);
    const u32 exponent = bits - 1060439283 & 4286578688u;
    const float f = __uint_as_float(bits - exponent) - 1.0f;
    const float e = fmaf((float)(i32)exponent, 1.1920929e-7f, tiny ? -23.0f : 0.0f);
    const float p = fmaf(f, -0.07963431f, 0.16333197f);
    const float p_1 = fmaf(p, f, -0.19333428f);
    const float p_2 = fmaf(p_1, f, 0.20888522f);
    const float p_3 = fmaf(p_2, f, -0.23978816f);
    const float p_4 = fmaf(p_3, f, 0.28830367f);
    const float p_5 = fmaf(p_4, f, -0.36068264f);
    const float p_6 = fmaf(p_5, f, 0.48090377f);
    const float p_7 = fmaf(p_6, f, -0.7213475f);
    const float r = e + fmaf(f, 1.442695f, p_7 * (f * f));
    float value;
    if (x > 0.0f && x < __uint_as_float(0x7f800000u)) {
        value = r;
    } else {
        const float outside = x < kiln::hidden(0.0f) ? __uint_as_float(0x7fc00000u) : x;
        value = x == 0.0f ? __uint_as_float(0xff800000u) : outside;
    }
    return value;
}
