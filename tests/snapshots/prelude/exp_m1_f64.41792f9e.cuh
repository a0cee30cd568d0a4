__device__ __forceinline__ double exp_m1_f64(double x) {
    double result;
    {
        if (fabs(x) < 700.0) {
            const double shifted = fma(x, 1.4426950408889634, 6755399441055744.0);
            const double n = shifted - 6755399441055744.0;
            const double exact = fma(n, -0.6931471805599453, x);
            const double r = fma(n, -2.3190468138462996e-17, exact);
            const double r_low = fma(n, -2.3190468138462996e-17, exact - r);
            const double p = fma(r, 2.0912583148793136e-9, 2.5109273302454688e-8);
            const double p_1 = fma(r, p, 2.7557277820855745e-7);
            const double p_2 = fma(r, p_1, 2.755724356641471e-6);
            const double p_3 = fma(r, p_2, 2.4801587323456537e-5);
            const double p_4 = fma(r, p_3, 0.00019841269886729124);
            const double p_5 = fma(r, p_4, 0.0013888888888883642);
            const double p_6 = fma(r, p_5, 0.008333333333321407);
            const double p_7 = fma(r, p_6, 0.04166666666666667);
            const double p_8 = fma(r, p_7, 0.16666666666666677);
            const double p_9 = fma(r, p_8, 0.5);
            const i32 i = (i32)(u64)__double_as_longlong(shifted);
            const double scale = __longlong_as_double((i64)((u64)(i32)(i + 1023u) << 52));
            const double base = scale - 1.0;
            const double high = fma(scale, r, base);
            const double low = fma(scale, r, -(high - base)) + (scale - base - 1.0);
            result = copysign(high + fma(scale * (r * r), p_9, fma(scale, r_low, low)), x);
            goto break_0;
        }
        double value;
        if (x < kiln::hidden(0.0)) {
            value = -1.0;
        } else {
            const double shifted = fma(x, 1.4426950408889634, 6755399441055744.0);
            const double n = shifted - 6755399441055744.0;
            const double r = fma(n, -2.3190468138462996e-17, fma(n, -0.6931471805599453, x));
            const double q = fma(r, 2.4572232762619862e-8, 2.763093078645858e-7);
            const double q_1 = fma(r, q, 2.755889704650398e-6);
            const double q_2 = fma(r, q_1, 2.4801491579321542e-5);
            const double q_3 = fma(r, q_2, 0.00019841268097434643);
            const double q_4 = fma(r, q_3, 0.0013888888944535082);
            const double q_5 = fma(r, q_4, 0.008333333334110156);
            const double q_6 = fma(r, q_5, 0.04166666666653001);
            const double q_7 = fma(r, q_6, 0.16666666666665525);
            const double value_1 = fma(r, q_7, 0.500000000000001);
            const double p = fma(fma(value_1, r, 1.0), r, 1.0);
            double result_1;
            {
                const double n_1 = shifted - 6755399441055744.0;
                const i32 i = (i32)(u64)__double_as_longlong(shifted);
                if (fabs(n_1) < 1021.0) {
                    result_1 = __longlong_as_double((i64)((u64)__double_as_longlong(p) + ((u64)i << 52)));
                    goto break_1;
                }
                double value_2;
                if (n_1 > 1030.0) {
                    value_2 = __longlong_as_double((i64)9218868437227405312ull);
                } else if (n_1 < -1090.0) {
                    value_2 = 0.0;
                } else {
                    const i32 half = i >> 1;
                    const double first = __longlong_as_double((i64)((u64)(i32)(half + 1023u) << 52));
                    const double second = __longlong_as_double((i64)((u64)(i32)((u32)i - half + 1023u) << 52));
                    value_2 = p * first * second;
                }
                result_1 = value_2;
            }
            break_1:;
            value = result_1;
        }
        result = value;
    }
    break_0:;
    return result;
}
