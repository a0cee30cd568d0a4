__device__ __forceinline__ double sin_f64(double x) {
    const double shifted = fma(x, 0.6366197723675814, 6755399441055744.0);
    const double n = shifted - 6755399441055744.0;
    i32 quarters = (i32)(u64)__double_as_longlong(shifted);
    const double exact = fma(n, -1.5707963267948966, x);
    double r = fma(n, -6.123233995736766e-17, exact);
    double r_low = fma(n, -6.123233995736766e-17, exact - r);
    if (fabs(r) < 0.0009765625) {
        const double w = n * 6.123233995736766e-17;
        const double w_low = fma(n, 6.123233995736766e-17, -w);
        const double sum = exact - w;
        const double back = sum - exact;
        const double lost = exact - (sum - back) - (w + back);
        const double sum_low = fma(n, 1.4973849048591698e-33, lost - w_low);
        r = sum + sum_low;
        r_low = sum_low - (r - sum);
    }
    if (fabs(x) >= 2147483648.0) {
        if (fabs(x) > 1.7976931348623157e308) {
            r = __longlong_as_double((i64)9221120237041090560ull);
        } else {
            const array<u64, 19> table = {0, 11743562013128004905ull, 18169587780923219392ull, 15808362127397457985ull, 18325537948574664033ull, 13196794004601950944ull, 452944820249399836ull, 18311050168422213438ull, 16754012890938950788ull, 16833452818741296705ull, 4148332274289687028ull, 11278244420634880059ull, 2303758334597371919ull, 17235013589178936607ull, 7869616827067468215ull, 5712322887342352941ull, 8441921394348257659ull, 4397547296490951402ull, 7780917995555872008ull};
            const u64 bits = (u64)__double_as_longlong(x);
            const u64 significand = bits << 11 | 9223372036854775808ull;
            const i32 place = (i32)((i32)(bits >> 52 & 2047) - 1024u);
            const usize at = (usize)(place >> 6);
            const u32 shift = (u32)(place & 63);
            u64 w2 = table[at];
            u64 w1 = table[at + 1];
            u64 w0 = table[at + 2];
            if (shift != 0) {
                w2 = w2 << (shift & 63) | w1 >> (64 - shift & 63);
                w1 = w1 << (shift & 63) | w0 >> (64 - shift & 63);
                w0 = w0 << (shift & 63) | table[at + 3] >> (64 - shift & 63);
            }
            const u64 part = significand * w1;
            const u64 b = w0;
            const u64 a_low = significand & 4294967295ull;
            const u64 a_high = significand >> 32;
            const u64 b_low = b & 4294967295ull;
            const u64 b_high = b >> 32;
            const u64 first = a_high * b_low + (a_low * b_low >> 32);
            const u64 second = a_low * b_high + (first & 4294967295ull);
            const u64 value = a_high * b_high + (first >> 32) + (second >> 32);
            const u64 middle = part + value;
            const u64 carry = middle < part ? 1ull : 0ull;
            const u64 saved = significand * w2;
            const u64 b_1 = w1;
            const u64 a_low_1 = significand & 4294967295ull;
            const u64 a_high_1 = significand >> 32;
            const u64 b_low_1 = b_1 & 4294967295ull;
            const u64 b_high_1 = b_1 >> 32;
            const u64 first_1 = a_high_1 * b_low_1 + (a_low_1 * b_low_1 >> 32);
            const u64 second_1 = a_low_1 * b_high_1 + (first_1 & 4294967295ull);
            const u64 value_1 = a_high_1 * b_high_1 + (first_1 >> 32) + (second_1 >> 32);
            const u64 top = saved + value_1 + carry;
            i32 quarters_1 = (i32)(top >> 62);
            u64 high = top << 2 | middle >> 62;
            u64 low = middle << 2;
            u64 sign = bits >> 63;
            if (sign != 0) {
                quarters_1 = (i32)kiln::negated((u32)quarters_1);
            }
            if (high >> 63 != 0) {
                quarters_1 = sign != 0 ? (i32)(quarters_1 - 1u) : (i32)(quarters_1 + 1u);
                sign ^= 1;
                high = ~high;
                low = ~low;
            }
            const u32 zeros = kiln::leading_zeros(high);
            high = high << (zeros & 63) | low >> (64 - zeros & 63);
            low <<= zeros & 63;
            const double unit = __longlong_as_double((i64)((u64)(1023u - 53 - zeros) << 52));
            const double a = (double)(high >> 11) * unit;
            const double b_2 = (double)(high << 53 | low >> 11) * unit * 5.421010862427522e-20;
            const double p = a * 1.5707963267948966;
            const double p_low = fma(a, 1.5707963267948966, -p) + fma(a, 6.123233995736766e-17, b_2 * 1.5707963267948966);
            const double r_1 = p + p_low;
            const double r_low_1 = p_low - (r_1 - p);
            double value_0;
            double value_1_1;
            i32 value_2;
            if (sign != 0) {
                const double part_1 = -r_1;
                const double part_2 = -r_low_1;
                const i32 part_3 = quarters_1;
                value_0 = part_1;
                value_1_1 = part_2;
                value_2 = part_3;
            } else {
                const i32 part_1 = quarters_1;
                value_0 = r_1;
                value_1_1 = r_low_1;
                value_2 = part_1;
            }
            const double value_0_1 = value_0;
            const double value_1_2 = value_1_1;
            const i32 value_2_1 = value_2;
            r = value_0_1;
            r_low = value_1_2;
            quarters = value_2_1;
        }
    }
    const double result_0 = r;
    const double result_1 = r_low;
    const i32 result_2 = quarters;
    const i32 quarters_1 = (i32)(result_2 + 0u);
    const bool cosine = (quarters_1 & 1) != 0;
    const double z = result_0 * result_0;
    const double p = cosine ? -1.1345603671839858e-11 : -7.376322538625574e-13;
    const double p_1 = fma(z, p, cosine ? 2.087547640440358e-9 : 1.6054060644739247e-10);
    const double p_2 = fma(z, p_1, cosine ? -2.7557312784719445e-7 : -2.5052069106661678e-8);
    const double p_3 = fma(z, p_2, cosine ? 2.480158728527122e-5 : 2.7557319067842014e-6);
    const double p_4 = fma(z, p_3, cosine ? -0.0013888888888870215 : -0.00019841269840952972);
    const double p_5 = fma(z, p_4, cosine ? 0.0416666666666666 : 0.008333333333333037);
    const double p_6 = fma(z, p_5, cosine ? -0.5 : -0.16666666666666666);
    const double base = cosine ? 1.0 : result_0;
    const double value = fma(p_6, z * base, base);
    const double value_1 = (quarters_1 & 2) != 0 ? -value : value;
    return x == 0.0 ? x : value_1;
}
