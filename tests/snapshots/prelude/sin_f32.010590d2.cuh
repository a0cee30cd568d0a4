__device__ __forceinline__ float sin_f32(float x) {
    const float shifted = fmaf(x, 0.63661975f, 12582912.0f);
    const float n = shifted - 12582912.0f;
    const float r = fmaf(n, -1.5707963f, x);
    const float r_1 = fmaf(n, -7.5497894e-8f, r);
    const float r_2 = fmaf(n, -5.390303e-15f, r_1);
    const u64 near = (u64)__float_as_uint(shifted) << 32 | (u64)__float_as_uint(r_2);
    u64 value;
    if (fabsf(x) <= 105615.0f) {
        value = near;
    } else {
        const u32 bits = __float_as_uint(x) & 2147483647;
        const u64 m = (u64)(bits & 8388607 | 8388608);
        const u32 skip = (bits >> 23) - 120;
        const bool two = (skip & 64) != 0;
        const u64 a0 = two ? 1313084713ull : 0ull;
        const u64 a1 = two ? 4230436817ull : 2734261102ull;
        const u64 a2 = two ? 4113882560ull : 1313084713ull;
        const u64 a3 = two ? 3680671129ull : 4230436817ull;
        const u64 a4 = two ? 1011060801ull : 4113882560ull;
        const bool one = (skip & 32) != 0;
        const u64 b0 = one ? a1 : a0;
        const u64 b1 = one ? a2 : a1;
        const u64 b2 = one ? a3 : a2;
        const u64 b3 = one ? a4 : a3;
        const bool four = (skip & 128) != 0;
        const u64 c0 = four ? 4113882560ull : b0;
        const u64 c1 = four ? 3680671129ull : b1;
        const u64 c2 = four ? 1011060801 : b2;
        const u64 c3 = four ? 4266746795ull : b3;
        const u32 left = skip & 31;
        const u32 right = 32 - left;
        const u64 w0 = (c0 << (left & 63) | c1 >> (right & 63)) & 4294967295ull;
        const u64 w1 = (c1 << (left & 63) | c2 >> (right & 63)) & 4294967295ull;
        const u64 w2 = (c2 << (left & 63) | c3 >> (right & 63)) & 4294967295ull;
        const u64 low = m * w2 >> 32;
        const u64 middle = m * w1 + low;
        const u64 product = (m * w0 << 32) + middle;
        const i64 rest = (i64)(product << 2);
        const u32 quadrant = (u32)((product >> 62) + (product >> 61 & 1));
        const float upper = (float)rest;
        const float lower = (float)(i64)((u64)rest - kiln::to<i64>(upper));
        const float tail = fmaf(upper, -2.3695991e-27f, lower * 8.515304e-20f);
        const float r_3 = fmaf(upper, 8.515304e-20f, tail);
        const bool negative = x < kiln::hidden(0.0f);
        const float r_4 = negative ? -r_3 : r_3;
        const u32 quadrant_1 = negative ? kiln::negated(quadrant) : quadrant;
        const float r_5 = bits < 2139095040 ? r_4 : __uint_as_float(0x7fc00000u);
        value = (u64)quadrant_1 << 32 | (u64)__float_as_uint(r_5);
    }
    const u64 value_1 = value;
    const u32 quadrant = (u32)(value_1 >> 32);
    const float r_3 = __uint_as_float((u32)value_1);
    float value_2;
    if ((quadrant & 1) == 0) {
        const float z = r_3 * r_3;
        const float p = fmaf(z, -0.00019518285f, 0.008332189f);
        const float p_1 = fmaf(p, z, -0.16666655f);
        value_2 = fmaf(p_1, z * r_3, r_3);
    } else {
        const float z = r_3 * r_3;
        const float p = fmaf(z, 2.4432327e-5f, -0.001388731f);
        const float p_1 = fmaf(p, z, 0.041666646f);
        value_2 = fmaf(fmaf(p_1, z, -0.5f), z, 1.0f);
    }
    const float y = (quadrant & 2) == 0 ? value_2 : -value_2;
    return x == 0.0f ? x : y;
}
