__device__ __forceinline__ double exp2_f64(double x) {
    const double shifted = x + 6755399441055744.0;
    const double r = x - (shifted - 6755399441055744.0);
    const double p = fma(r, 4.519339769394382e-10, 7.075623625725768e-9);
    const double p_1 = fma(r, p, 1.0177655910653912e-7);
    const double p_2 = fma(r, p_1, 1.3215424450237803e-6);
    const double p_3 = fma(r, p_2, 1.5252734738378773e-5);
    const double p_4 = fma(r, p_3, 0.00015403530478902346);
    const double p_5 = fma(r, p_4, 0.0013333558145567155);
    const double p_6 = fma(r, p_5, 0.009618129107577051);
    const double p_7 = fma(r, p_6, 0.055504108664824574);
    const double p_8 = fma(r, p_7, 0.24022650695910172);
    const double p_9 = fma(r, p_8, 0.6931471805599453);
    const double p_10 = fma(r, p_9, 1.0);
    double result;
    {
        const double n = shifted - 6755399441055744.0;
        const i32 i = (i32)(u64)__double_as_longlong(shifted);
        if (fabs(n) < 1021.0) {
            result = __longlong_as_double((i64)((u64)__double_as_longlong(p_10) + ((u64)i << 52)));
            goto break_0;
        }
        double value;
        if (n > 1030.0) {
            value = __longlong_as_double((i64)9218868437227405312ull);
        } else if (n < -1090.0) {
            value = 0.0;
        } else {
            const i32 half = i >> 1;
            const double first = __longlong_as_double((i64)((u64)(i32)(half + 1023u) << 52));
            const double second = __longlong_as_double((i64)((u64)(i32)((u32)i - half + 1023u) << 52));
            value = p_10 * first * second;
        }
        result = value;
    }
    break_0:;
    return result;
}
