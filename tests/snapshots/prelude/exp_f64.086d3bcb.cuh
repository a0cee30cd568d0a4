__device__ __forceinline__ double exp_f64(double x) {
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
    const double value = fma(r, q_7, 0.500000000000001);
    const double p = fma(fma(value, r, 1.0), r, 1.0);
    double result;
    {
        const double n_1 = shifted - 6755399441055744.0;
        const i32 i = (i32)(u64)__double_as_longlong(shifted);
        if (fabs(n_1) < 1021.0) {
            result = __longlong_as_double((i64)((u64)__double_as_longlong(p) + ((u64)i << 52)));
            goto break_0;
        }
        double value_1;
        if (n_1 > 1030.0) {
            value_1 = __longlong_as_double((i64)9218868437227405312ull);
        } else if (n_1 < -1090.0) {
            value_1 = 0.0;
        } else {
            const i32 half = i >> 1;
            const double first = __longlong_as_double((i64)((u64)(i32)(half + 1023u) << 52));
            const double second = __longlong_as_double((i64)((u64)(i32)((u32)i - half + 1023u) << 52));
            value_1 = p * first * second;
        }
        result = value_1;
    }
    break_0:;
    return result;
}
