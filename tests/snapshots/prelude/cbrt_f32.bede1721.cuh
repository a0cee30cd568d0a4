__device__ __forceinline__ float cbrt_f32(float x) {
    const float a = fabsf(x);
    const bool small = a < 1e-24f;
    const float m = small ? a * 4.7223665e21f : a;
    const u32 third = (u32)((u64)__float_as_uint(m) * 1431655766 >> 32);
    const float r = __uint_as_float(1419899904 - third);
    const float e = fmaf(-(m * r), r * r, 1.0f);
    const float p = fmaf(e, 0.17446221f, 0.2234778f);
    const float r_1 = fmaf(e * r, fmaf(p, e, 0.33332956f), r);
    const float c = m * r_1 * r_1;
    const float square = c * c;
    const float square_low = fmaf(c, c, -square);
    const float residual = fmaf(-c, square_low, fmaf(-c, square, m));
    const float c_1 = fmaf(residual * 0.33333334f, r_1 * r_1, c);
    const float c_2 = small ? c_1 * 5.9604645e-8f : c_1;
    const float c_3 = kiln::above(a, 0.0f) && a < __uint_as_float(0x7f800000u) ? c_2 : a;
    return copysignf(c_3, x);
}
