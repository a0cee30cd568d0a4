__device__ __forceinline__ double log2_f64(double x) {
    const double x_1 = x;
    double result;
    const double x_2 = x_1;
    const double scale = 1.4426950408889634;
    const double scale_low = 2.0355273740931033e-17;
    const double unit = 1.0;
    const double unit_low = 0.0;
    {
        u64 bits = (u64)__double_as_longlong(x_2);
        i32 k = 0;
        if (bits - 4503599627370496ull >= 9214364837600034816ull) {
            if (bits - 1 >= 9218868437227405311ull) {
                const double x_3 = x_2;
                const double result_1 = x_3 == 0.0 ? __longlong_as_double((i64)18442240474082181120ull) : x_3 > 0.0 ? x_3 : __longlong_as_double((i64)9221120237041090560ull);
                result = result_1;
                goto break_0;
            }
            bits = (u64)__double_as_longlong(x_2 * 1.8014398509481984e16);
            k = -54;
        }
        const i32 e = (i32)(bits - 4604544269498187776ull >> 32) >> 20;
        const double f = __longlong_as_double((i64)(bits - ((u64)e << 52))) - 1.0;
        const double k_1 = (double)(i32)((u32)k + e);
        const double head = fma(-0.5 * f, f, f);
        const double f_1 = f;
        const double s = f_1 / (2.0 + f_1);
        const double z = s * s;
        const double p = fma(z, 0.14794682592603856, 0.15314188504896276);
        const double p_1 = fma(z, p, 0.18183558379978473);
        const double p_2 = fma(z, p_1, 0.2222219870152435);
        const double p_3 = fma(z, p_2, 0.28571428740949095);
        const double p_4 = fma(z, p_3, 0.3999999999942242);
        const double p_5 = fma(z, p_4, 0.6666666666666733);
        const double value = s * fma(z, p_5, 0.5 * f_1 * f_1);
        const double tail = fma(-0.5 * f, f, f - head) + value;
        const double p_6 = head * scale;
        const double p_low = fma(head, scale, -p_6) + fma(head, scale_low, tail * scale);
        const double a = k_1 * unit;
        const double high = a + p_6;
        const double low = p_6 - (high - a);
        result = high + (low + fma(k_1, unit_low, p_low));
    }
    break_0:;
    const double result_1 = result;
    return result_1;
}
