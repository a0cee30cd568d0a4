__device__ __forceinline__ double ln_f64(double x) {
    double result;
    {
        u64 bits = (u64)__double_as_longlong(x);
        i32 k = 0;
        if (bits - 4503599627370496ull >= 9214364837600034816ull) {
            if (bits - 1 >= 9218868437227405311ull) {
                const double result_1 = x == 0.0 ? __longlong_as_double((i64)18442240474082181120ull) : x > 0.0 ? x : __longlong_as_double((i64)9221120237041090560ull);
                result = result_1;
                goto break_0;
            }
            bits = (u64)__double_as_longlong(x * 1.8014398509481984e16);
            k = -54;
        }
        const i32 e = (i32)(bits - 4604544269498187776ull >> 32) >> 20;
        const double f = __longlong_as_double((i64)(bits - ((u64)e << 52))) - 1.0;
        const double k_1 = (double)(i32)((u32)k + e);
        const double a = k_1 * 0.6931471805598903;
        const double high = a + f;
        const double low = f - (high - a);
        const double s = f / (2.0 + f);
        const double z = s * s;
        const double p = fma(z, 0.14794682592603856, 0.15314188504896276);
        const double p_1 = fma(z, p, 0.18183558379978473);
        const double p_2 = fma(z, p_1, 0.2222219870152435);
        const double p_3 = fma(z, p_2, 0.28571428740949095);
        const double p_4 = fma(z, p_3, 0.3999999999942242);
        const double p_5 = fma(z, p_4, 0.6666666666666733);
        const double value = s * fma(z, p_5, 0.5 * f * f);
        const double rest = fma(k_1, 5.497923018708371e-14, value);
        result = high + (low + fma(f * -0.5, f, rest));
    }
    break_0:;
    return result;
}
