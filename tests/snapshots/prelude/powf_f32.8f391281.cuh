__device__ __forceinline__ float powf_f32(float x, float y) {
    float result;
    {
        const float a = fabsf(x);
        const float half = y * 0.5f;
        const bool integer = truncf(y) == y;
        const bool odd = integer && truncf(half) != half;
        if (kiln::above(a, 0.0f) && a < __uint_as_float(0x7f800000u) && fabsf(y) < __uint_as_float(0x7f800000u)) {
            const bool tiny = a < 1.1754944e-38f;
            const float scaled = tiny ? a * 8388608.0f : a;
            const u32 bits = __float_as_uint(scaled);
            const u32 exponent = bits - 1060439283 & 4286578688u;
            const float m = __uint_as_float(bits - exponent);
            const float e = fmaf((float)(i32)exponent, 1.1920929e-7f, tiny ? -23.0f : 0.0f);
            const float f = m - 1.0f;
            const float d = m + 1.0f;
            const float reciprocal = 1.0f / d;
            const float s = f * reciprocal;
            const float s_low = fmaf(s, d - 1.0f - m, fmaf(-s, d, f)) * reciprocal;
            const float z = s * s;
            const float z_low = fmaf(s + s, s_low, fmaf(s, s, -z));
            const float p = fmaf(z, 0.33782202f, 0.4118499f);
            const float p_1 = fmaf(p, z, 0.5770802f) * z;
            const float a_1 = p_1 + 0.9617967f;
            const float a_low = 0.9617967f - a_1 + p_1 - 7.028462e-9f;
            const float w = z * a_1;
            const float w_low = fmaf(z_low, a_1, fmaf(z, a_low, fmaf(z, a_1, -w)));
            const float c = w + 2.88539f;
            const float c_low = 2.88539f - c + w + (w_low + 3.851926e-8f);
            const float l = s * c;
            const float l_low = fmaf(s_low, c, fmaf(s, c_low, fmaf(s, c, -l)));
            const float log_ = e + l;
            const float log_low = e - log_ + l + l_low;
            const float t = y * log_;
            const float t_low = fmaf(y, log_low, fmaf(y, log_, -t));
            const bool over = t > 129.0f;
            const bool under = t < -151.0f;
            const float high = over ? 129.0f : t;
            const float t_1 = under ? -151.0f : high;
            const float t_low_1 = over || under ? 0.0f : t_low;
            const float shifted = t_1 + 12582912.0f;
            const float r = t_1 - (shifted - 12582912.0f) + t_low_1;
            const float p_2 = fmaf(r, 0.00015326471f, 0.0013390806f);
            const float p_3 = fmaf(p_2, r, 0.009618506f);
            const float p_4 = fmaf(p_3, r, 0.0555036f);
            const float p_5 = fmaf(p_4, r, 0.24022648f);
            const float p_6 = fmaf(p_5, r, 0.6931472f);
            const float value = fmaf(p_6, r, 1.0f);
            const bool negative = t_1 < kiln::hidden(0.0f);
            const u32 exponent_1 = __float_as_uint(shifted) << 23;
            const u32 bias = negative ? 1602224128u : 528482304u;
            const float rest = negative ? 5.421011e-20f : 1.8446744e19f;
            const float result_1 = value * __uint_as_float(exponent_1 + bias) * rest;
            const float signed_ = odd ? -result_1 : result_1;
            const float below = integer ? signed_ : __uint_as_float(0x7fc00000u);
            result = x < kiln::hidden(0.0f) ? below : result_1;
            goto break_0;
        }
        if (y == 0.0f || x == 1.0f) {
            result = 1.0f;
            goto break_0;
        }
        if (kiln::is_nan_f32(x) || kiln::is_nan_f32(y)) {
            result = __uint_as_float(0x7fc00000u);
            goto break_0;
        }
        if (a == 1.0f) {
            result = 1.0f;
            goto break_0;
        }
        const float r = a > 1.0f == kiln::above(y, 0.0f) ? __uint_as_float(0x7f800000u) : 0.0f;
        result = odd && fabsf(y) < __uint_as_float(0x7f800000u) ? copysignf(r, x) : r;
    }
    break_0:;
    return result;
}
