__device__ __forceinline__ double ln_1p_f64(double x) {
    double result;
    {
        const double u = 1.0 + x;
        const u64 bits = (u64)__double_as_longlong(u);
        if (bits - 1 >= 9218868437227405311ull) {
            const double result_1 = u == 0.0 ? __longlong_as_double((i64)18442240474082181120ull) : u > 0.0 ? u : __longlong_as_double((i64)9221120237041090560ull);
            result = result_1;
            goto break_0;
        }
        const double back = u - 1.0;
        const double lost = 1.0 - (u - back) + (x - back);
        const i32 e = (i32)(bits - 4604544269498187776ull >> 32) >> 20;
        const double rounded = __longlong_as_double((i64)(bits - ((u64)e << 52))) - 1.0;
        const double f = e == 0 ? x : rounded;
        const double f_low = e == 0 || e > 100 ? 0.0 : lost * __longlong_as_double((i64)((u64)(i32)(1023u - e) << 52));
        const double p = fma(f, -0.9419965258269175, 1.1134173257575746);
        const double p_1 = fma(f, p, -1.0069319360086426);
        const double slope = fma(f, p_1, 0.9983194864950724);
        const double k = (double)e;
        const double a = k * 0.6931471805598903;
        const double high = a + f;
        const double low = fma(f_low, slope, f - (high - a));
        const double s = f / (2.0 + f);
        const double z = s * s;
        const double p_2 = fma(z, 0.14794682592603856, 0.15314188504896276);
        const double p_3 = fma(z, p_2, 0.18183558379978473);
        const double p_4 = fma(z, p_3, 0.2222219870152435);
        const double p_5 = fma(z, p_4, 0.28571428740949095);
        const double p_6 = fma(z, p_5, 0.3999999999942242);
        const double p_7 = fma(z, p_6, 0.6666666666666733);
        const double value = s * fma(z, p_7, 0.5 * f * f);
        const double rest = fma(k, 5.497923018708371e-14, value);
        result = copysign(high + (low + fma(f * -0.5, f, rest)), x);
    }
    break_0:;
    return result;
}
