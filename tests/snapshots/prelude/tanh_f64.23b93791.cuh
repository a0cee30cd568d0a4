__device__ __forceinline__ double tanh_f64(double x) {
    double result;
    {
        const double a = fabs(x);
        if (a < 0.55) {
            const double z = x * x;
            const double p = fma(z, -1.943544234633615e-5, 8.322422943261093e-5);
            const double p_1 = fma(z, p, -0.00023332002469429242);
            const double p_2 = fma(z, p_1, 0.000588421491082777);
            const double p_3 = fma(z, p_2, -0.0014555375756530203);
            const double p_4 = fma(z, p_3, 0.0035920912678137976);
            const double p_5 = fma(z, p_4, -0.008863232532380725);
            const double p_6 = fma(z, p_5, 0.02186948838212062);
            const double p_7 = fma(z, p_6, -0.05396825396365205);
            const double p_8 = fma(z, p_7, 0.1333333333332649);
            const double p_9 = fma(z, p_8, -0.333333333333333);
            result = copysign(fma(x * z, p_9, x), x);
            goto break_0;
        }
        const double x_1 = a > 22.0 ? 44.0 : 2.0 * a;
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
        const double scale = __longlong_as_double((i64)((u64)(i32)(result_2 + 1023u) << 52));
        const double sum = high + low;
        const double e = scale * sum;
        const double d = e + 1.0;
        const double d_low = fma(scale, low - (sum - high), 1.0 - (d - e));
        const double q_8 = 2.0 / d;
        const double rest = 1.0 - q_8;
        result = copysign(rest + fma(0.5 * q_8 * q_8, d_low, 1.0 - rest - q_8), x);
    }
    break_0:;
    return result;
}
