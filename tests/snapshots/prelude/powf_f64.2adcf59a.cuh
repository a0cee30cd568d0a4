__device__ __forceinline__ double powf_f64(double x, double y) {
    double result;
    {
        const double a = fabs(x);
        u64 bits = (u64)__double_as_longlong(a);
        i32 k = 0;
        if (bits < 4503599627370496ull) {
            bits = (u64)__double_as_longlong(a * 1.8014398509481984e16);
            k = -54;
        }
        const i32 e = (i32)(bits - 4604544269498187776ull >> 32) >> 20;
        const double f = __longlong_as_double((i64)(bits - ((u64)e << 52))) - 1.0;
        const double k_1 = (double)(i32)((u32)k + e);
        const double d = 2.0 + f;
        const double d_low = f - (d - 2.0);
        const double inverse = 1.0 / d;
        const double q = f * inverse;
        const double q_low = fma(-q, d_low, fma(-q, d, f)) * inverse;
        const double z = q * q;
        const double z_low = fma(q, q, -z) + 2.0 * q * q_low;
        const double p = fma(z, 0.059948838043338046, 0.05837437556366391);
        const double p_1 = fma(z, p, 0.06668152847337691);
        const double p_2 = fma(z, p_1, 0.07692278734293312);
        const double p_3 = fma(z, p_2, 0.09090909427992992);
        const double p_4 = fma(z, p_3, 0.11111111108857172);
        const double p_5 = fma(z, p_4, 0.14285714285722012);
        const double p_6 = z * fma(z, p_5, 0.1999999999999999);
        const double c = 0.3333333333333333 + p_6;
        const double c_low = 1.850371707708594e-17 + (p_6 - (c - 0.3333333333333333));
        const double t = z * c;
        const double t_low = fma(z, c, -t) + fma(z, c_low, z_low * c);
        const double u = q * t;
        const double u_low = fma(q, t, -u) + fma(q, t_low, q_low * t);
        const double s = q + u;
        const double s_low = u - (s - q) + (u_low + q_low);
        const double a_1 = k_1 * 0.6931471805598903;
        const double b = 2.0 * s;
        const double high = a_1 + b;
        const double low = b - (high - a_1) + fma(k_1, 5.497923018708371e-14, 2.0 * s_low);
        const double log_ = high + low;
        const double log_low = low - (log_ - high);
        const double y_1 = fabs(y) > 7.378697629483821e19 ? copysign(7.378697629483821e19, y) : y;
        const double w = y_1 * log_;
        const double w_low = fma(y_1, log_low, fma(y_1, log_, -w));
        const double shifted = fma(w, 1.4426950408889634, 6755399441055744.0);
        const double n = shifted - 6755399441055744.0;
        const double exact = fma(n, -0.6931471805599453, w);
        const double correction = fma(n, -2.3190468138462996e-17, w_low);
        const double r = exact + correction;
        const double r_low = correction - (r - exact);
        const double q_1 = fma(r, 2.4572232762619862e-8, 2.763093078645858e-7);
        const double q_2 = fma(r, q_1, 2.755889704650398e-6);
        const double q_3 = fma(r, q_2, 2.4801491579321542e-5);
        const double q_4 = fma(r, q_3, 0.00019841268097434643);
        const double q_5 = fma(r, q_4, 0.0013888888944535082);
        const double q_6 = fma(r, q_5, 0.008333333334110156);
        const double q_7 = fma(r, q_6, 0.04166666666653001);
        const double q_8 = fma(r, q_7, 0.16666666666665525);
        const double value = fma(r, q_8, 0.500000000000001);
        const double rest = fma(r * r, value, fma(r_low, r, r_low));
        const double one = 1.0 + r;
        const double value_1 = one + (r - (one - 1.0) + rest);
        double result_1;
        {
            const double n_1 = shifted - 6755399441055744.0;
            const i32 i = (i32)(u64)__double_as_longlong(shifted);
            if (fabs(n_1) < 1021.0) {
                result_1 = __longlong_as_double((i64)((u64)__double_as_longlong(value_1) + ((u64)i << 52)));
                goto break_0;
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
                value_2 = value_1 * first * second;
            }
            result_1 = value_2;
        }
        break_0:;
        double value_2 = result_1;
        const bool plain_x = (u64)__double_as_longlong(x) - 1 < 9218868437227405311ull;
        const bool plain_y = ((u64)__double_as_longlong(y) & 9223372036854775807ull) < 9218868437227405312ull;
        if (!(plain_x && plain_y)) {
            const double infinity = __longlong_as_double((i64)9218868437227405312ull);
            if (x == 1.0 || y == 0.0) {
                result = 1.0;
                goto break_1;
            }
            if (kiln::is_nan_f64(x) || kiln::is_nan_f64(y)) {
                result = x + y;
                goto break_1;
            }
            if (fabs(y) == infinity) {
                if (a == 1.0) {
                    result = 1.0;
                    goto break_1;
                }
                result = a > 1.0 == y > 0.0 ? infinity : 0.0;
                goto break_1;
            }
            const bool whole = trunc(y) == y;
            const bool odd = whole && trunc(0.5 * y) != 0.5 * y;
            if (a == 0.0 || a == infinity) {
                value_2 = a == 0.0 == y > 0.0 ? 0.0 : infinity;
            } else if (!whole) {
                result = __longlong_as_double((i64)9221120237041090560ull);
                goto break_1;
            }
            if (odd && (u64)__double_as_longlong(x) >> 63 != 0) {
                value_2 = -value_2;
            }
        }
        result = value_2;
    }
    break_1:;
    return result;
}
