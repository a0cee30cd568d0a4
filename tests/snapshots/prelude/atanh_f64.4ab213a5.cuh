__device__ __forceinline__ double atanh_f64(double x) {
    double result;
    {
        const double a = fabs(x);
        if (a < 0.5) {
            const double z = x * x;
            const double p = fma(z, 0.22444392947387345, -0.15233893626112718);
            const double p_1 = fma(z, p, 0.14451559028416408);
            const double p_2 = fma(z, p_1, 0.014743625666380784);
            const double p_3 = fma(z, p_2, 0.05977376989000664);
            const double p_4 = fma(z, p_3, 0.057753554610981334);
            const double p_5 = fma(z, p_4, 0.0667781787489332);
            const double p_6 = fma(z, p_5, 0.0769150625984013);
            const double p_7 = fma(z, p_6, 0.09090947776821108);
            const double p_8 = fma(z, p_7, 0.1111110991699973);
            const double p_9 = fma(z, p_8, 0.14285714307347658);
            const double p_10 = fma(z, p_9, 0.19999999999803866);
            const double p_11 = fma(z, p_10, 0.3333333333333395);
            result = fma(x * z, p_11, x);
            goto break_0;
        }
        const double plus = 1.0 + a;
        const double minus = 1.0 - a;
        const u64 bits = (u64)__double_as_longlong(minus);
        const i32 k = (i32)kiln::negated((u32)((i32)(bits - 4608083137866498048ull >> 32) >> 20));
        const double scaled = __longlong_as_double((i64)(bits + ((u64)k << 52)));
        const double s = (plus - scaled + (a - (plus - 1.0))) / (plus + scaled);
        const double z = s * s;
        const double p = fma(z, 0.07595670833490598, 0.06457947161285855);
        const double p_1 = fma(z, p, 0.07705640178587846);
        const double p_2 = fma(z, p_1, 0.09090420099884744);
        const double p_3 = fma(z, p_2, 0.11111121504414662);
        const double p_4 = fma(z, p_3, 0.14285714163976196);
        const double p_5 = fma(z, p_4, 0.20000000000686996);
        const double p_6 = fma(z, p_5, 0.33333333333332016);
        const double k_1 = (double)k;
        const double half = k_1 * 0.34657359027994517;
        const double value = half + (s + fma(s * z, p_6, k_1 * 2.7489615093541856e-14));
        const double value_1 = a == 1.0 ? __longlong_as_double((i64)9218868437227405312ull) : value;
        result = a > 1.0 ? __longlong_as_double((i64)9221120237041090560ull) : copysign(value_1, x);
    }
    break_0:;
    return result;
}
