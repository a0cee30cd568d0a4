__device__ __forceinline__ float cosh_f32(float x) {
    const float a = fabsf(x);
    const float a_1 = a > 89.6f ? 89.6f : a;
    const float shifted = fmaf(a_1, 1.442695f, 12582912.0f);
    const float n = shifted - 12582912.0f;
    const float r = fmaf(n, -0.69314575f, a_1);
    const float r_1 = fmaf(n, -1.4286068e-6f, r);
    const float z = r_1 * r_1;
    const float p = fmaf(z, 0.00019974081f, 0.008333175f);
    const float value = fmaf(p, z, 0.16666667f);
    const float sine = fmaf(value, z * r_1, r_1);
    const u32 exponent = __float_as_uint(shifted) << 23;
    const float up = __uint_as_float(exponent + 1048576000);
    const float down = __uint_as_float(1048576000 - exponent);
    const float down_1 = a_1 > 40.0f ? 0.0f : down;
    const float p_1 = fmaf(z, 0.0013935452f, 0.04166646f);
    const float value_1 = fmaf(p_1, z, 0.5f) * z;
    const float rest = fmaf(up + down_1, value_1, down_1);
    const float y = up + fmaf(up - down_1, sine, rest);
    return y + y;
}
