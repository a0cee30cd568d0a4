__device__ __forceinline__ float log10_f32(float x) {
    const bool tiny = x < 1.1754944e-38f;
    const float scaled = tiny ? x * 8388608.0f : x;
    const u32 bits = __float_as_uint(scaled);
    const u32 exponent = bits - 1060439283 & 4286578688u;
    const float f = __uint_as_float(bits - exponent) - 1.0f;
    const float e = fmaf((float)(i32)exponent, 1.1920929e-7f, tiny ? -23.0f : 0.0f);
    const float p = fmaf(f, -0.051201757f, 0.06398992f);
    const float p_1 = fmaf(p, f, -0.05339759f);
    const float p_2 = fmaf(p_1, f, 0.059784546f);
    const float p_3 = fmaf(p_2, f, -0.072438255f);
    const float p_4 = fmaf(p_3, f, 0.08699569f);
    const float p_5 = fmaf(p_4, f, -0.10857229f);
    const float p_6 = fmaf(p_5, f, 0.14476189f);
    const float p_7 = fmaf(p_6, f, -0.21714725f);
    const float fraction = fmaf(f, 0.4342945f, p_7 * (f * f));
    const float r = fmaf(e, 0.30103f, fmaf(e, -1.4320989e-8f, fraction));
    float value;
    if (x > 0.0f && x < __uint_as_float(0x7f800000u)) {
        value = r;
    } else {
        const float outside = x < kiln::hidden(0.0f) ? __uint_as_float(0x7fc00000u) : x;
        value = x == 0.0f ? __uint_as_float(0xff800000u) : outside;
    }
    return value;
}
