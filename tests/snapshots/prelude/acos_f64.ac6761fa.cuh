__device__ __forceinline__ double acos_f64(double x) {
    const double a = fabs(x);
    const bool large = a > 0.5;
    const double z = large ? fma(-0.5, a, 0.5) : a * a;
    const double s = large ? sqrt(z) : x;
    const double p = fma(z, 0.03187074999542183, -0.016159988361484547);
    const double p_1 = fma(z, p, 0.019484580523814035);
    const double p_2 = fma(z, p_1, 0.006545112247941293);
    const double p_3 = fma(z, p_2, 0.012164924776411457);
    const double p_4 = fma(z, p_3, 0.013885948574839999);
    const double p_5 = fma(z, p_4, 0.01735962496582333);
    const double p_6 = fma(z, p_5, 0.022371763990045583);
    const double p_7 = fma(z, p_6, 0.030381958853061785);
    const double p_8 = fma(z, p_7, 0.04464285683645709);
    const double p_9 = fma(z, p_8, 0.07500000000324841);
    const double value = fma(z, p_9, 0.16666666666665478);
    const double v = fma(s * z, value, s);
    return large ? (x > 0.0 ? 2.0 * v : 3.141592653589793 - fma(v, 2.0, -1.2246467991473532e-16)) : 1.5707963267948966 - (v - 6.123233995736766e-17);
}
