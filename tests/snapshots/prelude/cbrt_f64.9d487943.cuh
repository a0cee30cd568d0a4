__device__ __forceinline__ double cbrt_f64(double x) {
    double result;
    {
        u64 bits = (u64)__double_as_longlong(x) & 9223372036854775807ull;
        if (bits - 1 >= 9218868437227405311ull) {
            result = x;
            goto break_0;
        }
        i32 base = 341;
        if (bits < 4503599627370496ull) {
            bits = (u64)__double_as_longlong(fabs(x) * 1.8014398509481984e16);
            base = 359;
        }
        const i32 e = (i32)(bits >> 52);
        const i32 third = (i32)(e * 21846u) >> 16;
        const i32 left = (i32)(e - 3u * third);
        const u64 fraction = bits & 4503599627370495ull;
        const double z = __longlong_as_double((i64)(fraction | 4607182418800017408ull));
        const double m = __longlong_as_double((i64)(fraction | (u64)(i32)(1023u + left) << 52));
        const double p = fma(z, -0.04993239261630434, 0.3177516396642105);
        const double p_1 = fma(z, p, -0.8099759306833201);
        const double p_2 = fma(z, p_1, 1.541905764367238);
        const double turn = left == 1 ? 0.7937005259840998 : 0.6299605249474366;
        const double y = p_2 * (left == 0 ? 1.0 : turn);
        const double d = fma(-m, y * y * y, 1.0);
        const double y_1 = fma(y, d * fma(d, 0.2222222222222222, 0.3333333333333333), y);
        const double square = y_1 * y_1;
        const double c = m * square;
        const double cc = c * c;
        const double cc_low = fma(c, c, -cc);
        const double residual = fma(-c, cc_low, fma(-c, cc, m));
        const double root = fma(residual * square, 0.3333333333333333, c);
        result = copysign(__longlong_as_double((i64)((u64)__double_as_longlong(root) + ((u64)(i32)((u32)third - base) << 52))), x);
    }
    break_0:;
    return result;
}
