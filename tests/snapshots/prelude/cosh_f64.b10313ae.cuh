__device__ __forceinline__ double cosh_f64(double x) {
    const double a = fabs(x);
    const double x_1 = a > 711.0 ? 711.0 : a;
    const double shifted = fma(x_1, 1.4426950408889634, 6755399441055744.0);
    const double n = shifted - 6755399441055744.0;
    const double exact = fma(n, -0.6931471805599453, x_1);
    const double r = fma(n, -2.3190468138462996e-17, exact);
    const double r_low = fma(n, -2.3190468138462996e-17, exact - r);
    const double high = 1.0 + r;
    const double q = fma(r, 2.4572232762619862e-8, 2.763093078645858e-7);
    const double q_1 = fma(r, q, 2.755889704650398e-6);
    const double q_2 = fma(r, q_1, 2.4801491579321542e-5);
    const double q_3 = fma(r, q_2, 0.00019841268097434643);
    const double q_4 = fma(r, q_3, 0.0013888888944535082);
    const double q_5 = fma(r, q_4, 0.008333333334110156);
    const double q_6 = fma(r, q_5, 0.04166666666653001);
    const double q_7 = fma(r, q_6, 0.16666666666665525);
    const double value = fma(r, q_7, 0.500000000000001);
    const double low = r - (high - 1.0) + fma(r * r, value, fma(r_low, r, r_low));
    const i32 result_2 = (i32)(u64)__double_as_longlong(shifted);
    const double scale = __longlong_as_double((i64)((u64)(i32)(result_2 + 1021u) << 52));
    const double inverse = 0.0625 / (scale * (high + low));
    return 2.0 * fma(scale, high, fma(scale, low, inverse));
}
