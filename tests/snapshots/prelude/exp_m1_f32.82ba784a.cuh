__device__ __forceinline__ float exp_m1_f32(float x) {
    const float high = x > 89.0f ? 89.0f : x;
    const float a = high < -20.0f ? -20.0f : high;
    const float shifted = fmaf(a, 1.442695f, 12582912.0f);
    const float n = shifted - 12582912.0f;
    const float r = fmaf(n, -0.69314575f, a);
    const float r_1 = fmaf(n, -1.4286068e-6f, r);
    const float p = fmaf(r_1, 0.0013870215f, 0.008366259f);
    const float p_1 = fmaf(p, r_1, 0.04166744f);
    const float p_2 = fmaf(p_1, r_1, 0.16666546f);
    const float p_3 = fmaf(p_2, r_1, 0.49999997f);
    const float w = p_3 * (r_1 * r_1);
    const float half = __uint_as_float((__float_as_uint(shifted) << 23) + 1056964608);
    const float sum = fmaf(half, w, fmaf(half, r_1, half - 0.5f));
    return fabsf(x) < 2.9802322e-8f ? x : sum + sum;
}
