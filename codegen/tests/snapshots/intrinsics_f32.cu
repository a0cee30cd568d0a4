typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 hidden.67bf754a unsigned_by_size.3ee267ca magnitude.9c08e1dd
//   int_abs.de8d375a lane_id.154b932d lane_xor.0e2ead84 leading_zeros.515b8827 exchange.3a989a11
//   masked_shuffle.9afe57d0 match_bits.22a96a61 match_all.bac55bb7 match_any.6fd00ce2 shuffle.610a0943
//   shuffle_down.ecb4c812 shuffle_up.3de2751a shuffle_xor.1e2afcac to_tf32.cfdcf522 trailing_zeros.9737c9bc
//   fract_f32.0af028df float_signum_f32.d8e749e7 float_div_euclid_f32.2d973bc8 float_rem_euclid_f32.8e520e4e
//   unsigned_abs_i32.2ea9a2e9 powi_f32.b41fc40d log_f32.fd9b1b2c recip_f32.a1c790e9 to_degrees_f32.edcabce4
//   to_radians_f32.676d87e2 float_midpoint_f32.aa7775e6 float_clamp_f32.01054d8c is_nan_f32.ba7fa862
//   is_infinite_f32.1d29a69e is_finite_f32.8f5bd4b6 is_normal_f32.565ee660 is_subnormal_f32.73d84e7e
//   is_sign_positive_f32.5c447908 is_sign_negative_f32.90f9cdcc warp_sum_f32.0c8e5be4 warp_min_f32.688a01de
//   warp_max_f32.7fddff82 warp_inclusive_sum_f32.8da9ab6d warp_exclusive_sum_f32.b4997c5a
//   warp_inclusive_min_f32.f1231e06 warp_exclusive_min_f32.bab9e846 warp_inclusive_max_f32.342b27ae
//   warp_exclusive_max_f32.6b615d2e launch_info.502d9f1e

extern "C" __global__ void intrinsics_f32(
    const float* __restrict__ x, usize x_len,
    const float* __restrict__ y, usize y_len,
    const float* __restrict__ z, usize z_len,
    const u32* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const float floor_ = floorf(x[kiln.at(i, x_len, 2)]);
    out[kiln.at(i * 76 + 0, out_len, 4)] = (u64)__float_as_uint(floor_);
    const float ceil_ = ceilf(x[kiln.at(i, x_len, 6)]);
    out[kiln.at(i * 76 + 1, out_len, 8)] = (u64)__float_as_uint(ceil_);
    const float round_ = roundf(x[kiln.at(i, x_len, 10)]);
    out[kiln.at(i * 76 + 2, out_len, 12)] = (u64)__float_as_uint(round_);
    const float round_ties_even = rintf(x[kiln.at(i, x_len, 14)]);
    out[kiln.at(i * 76 + 3, out_len, 16)] = (u64)__float_as_uint(round_ties_even);
    const float trunc_ = truncf(x[kiln.at(i, x_len, 18)]);
    out[kiln.at(i * 76 + 4, out_len, 20)] = (u64)__float_as_uint(trunc_);
    const float fract = kiln::fract_f32(x[kiln.at(i, x_len, 22)]);
    out[kiln.at(i * 76 + 5, out_len, 24)] = (u64)__float_as_uint(fract);
    const float float_abs = fabsf(x[kiln.at(i, x_len, 26)]);
    out[kiln.at(i * 76 + 6, out_len, 28)] = (u64)__float_as_uint(float_abs);
    const float float_signum = kiln::float_signum_f32(x[kiln.at(i, x_len, 30)]);
    out[kiln.at(i * 76 + 7, out_len, 32)] = (u64)__float_as_uint(float_signum);
    const float copysign_ = copysignf(x[kiln.at(i, x_len, 34)], y[kiln.at(i, y_len, 35)]);
    out[kiln.at(i * 76 + 8, out_len, 37)] = (u64)__float_as_uint(copysign_);
    const float mul_add = fmaf(x[kiln.at(i, x_len, 39)], y[kiln.at(i, y_len, 40)], z[kiln.at(i, z_len, 41)]);
    out[kiln.at(i * 76 + 9, out_len, 43)] = (u64)__float_as_uint(mul_add);
    const float float_div_euclid = kiln::float_div_euclid_f32(x[kiln.at(i, x_len, 45)], y[kiln.at(i, y_len, 46)]);
    out[kiln.at(i * 76 + 10, out_len, 48)] = (u64)__float_as_uint(float_div_euclid);
    const float float_rem_euclid = kiln::float_rem_euclid_f32(x[kiln.at(i, x_len, 50)], y[kiln.at(i, y_len, 51)]);
    out[kiln.at(i * 76 + 11, out_len, 53)] = (u64)__float_as_uint(float_rem_euclid);
    const float powi = kiln::powi_f32(x[kiln.at(i, x_len, 55)], power[kiln.at(i, power_len, 56)]);
    out[kiln.at(i * 76 + 12, out_len, 58)] = (u64)__float_as_uint(powi);
    const float powf_ = powf(x[kiln.at(i, x_len, 60)], y[kiln.at(i, y_len, 61)]);
    out[kiln.at(i * 76 + 13, out_len, 63)] = (u64)__float_as_uint(powf_);
    const float sqrt_ = sqrtf(x[kiln.at(i, x_len, 65)]);
    out[kiln.at(i * 76 + 14, out_len, 67)] = (u64)__float_as_uint(sqrt_);
    const float rsqrt_ = rsqrtf(x[kiln.at(i, x_len, 69)]);
    out[kiln.at(i * 76 + 15, out_len, 71)] = (u64)__float_as_uint(rsqrt_);
    const float exp_ = expf(x[kiln.at(i, x_len, 73)]);
    out[kiln.at(i * 76 + 16, out_len, 75)] = (u64)__float_as_uint(exp_);
    const float exp2_ = exp2f(x[kiln.at(i, x_len, 77)]);
    out[kiln.at(i * 76 + 17, out_len, 79)] = (u64)__float_as_uint(exp2_);
    const float exp_m1 = expm1f(x[kiln.at(i, x_len, 81)]);
    out[kiln.at(i * 76 + 18, out_len, 83)] = (u64)__float_as_uint(exp_m1);
    const float ln = logf(x[kiln.at(i, x_len, 85)]);
    out[kiln.at(i * 76 + 19, out_len, 87)] = (u64)__float_as_uint(ln);
    const float log_ = kiln::log_f32(x[kiln.at(i, x_len, 89)], y[kiln.at(i, y_len, 90)]);
    out[kiln.at(i * 76 + 20, out_len, 92)] = (u64)__float_as_uint(log_);
    const float log2_ = log2f(x[kiln.at(i, x_len, 94)]);
    out[kiln.at(i * 76 + 21, out_len, 96)] = (u64)__float_as_uint(log2_);
    const float log10_ = log10f(x[kiln.at(i, x_len, 98)]);
    out[kiln.at(i * 76 + 22, out_len, 100)] = (u64)__float_as_uint(log10_);
    const float ln_1p = log1pf(x[kiln.at(i, x_len, 102)]);
    out[kiln.at(i * 76 + 23, out_len, 104)] = (u64)__float_as_uint(ln_1p);
    const float erf_ = erff(x[kiln.at(i, x_len, 106)]);
    out[kiln.at(i * 76 + 24, out_len, 108)] = (u64)__float_as_uint(erf_);
    const float erfc_ = erfcf(x[kiln.at(i, x_len, 110)]);
    out[kiln.at(i * 76 + 25, out_len, 112)] = (u64)__float_as_uint(erfc_);
    const float cbrt_ = cbrtf(x[kiln.at(i, x_len, 114)]);
    out[kiln.at(i * 76 + 26, out_len, 116)] = (u64)__float_as_uint(cbrt_);
    const float hypot_ = hypotf(x[kiln.at(i, x_len, 118)], y[kiln.at(i, y_len, 119)]);
    out[kiln.at(i * 76 + 27, out_len, 121)] = (u64)__float_as_uint(hypot_);
    const float sin_ = sinf(x[kiln.at(i, x_len, 123)]);
    out[kiln.at(i * 76 + 28, out_len, 125)] = (u64)__float_as_uint(sin_);
    const float cos_ = cosf(x[kiln.at(i, x_len, 127)]);
    out[kiln.at(i * 76 + 29, out_len, 129)] = (u64)__float_as_uint(cos_);
    const float tan_ = tanf(x[kiln.at(i, x_len, 131)]);
    out[kiln.at(i * 76 + 30, out_len, 133)] = (u64)__float_as_uint(tan_);
    const float asin_ = asinf(x[kiln.at(i, x_len, 135)]);
    out[kiln.at(i * 76 + 31, out_len, 137)] = (u64)__float_as_uint(asin_);
    const float acos_ = acosf(x[kiln.at(i, x_len, 139)]);
    out[kiln.at(i * 76 + 32, out_len, 141)] = (u64)__float_as_uint(acos_);
    const float atan_ = atanf(x[kiln.at(i, x_len, 143)]);
    out[kiln.at(i * 76 + 33, out_len, 145)] = (u64)__float_as_uint(atan_);
    const float atan2_ = atan2f(x[kiln.at(i, x_len, 147)], y[kiln.at(i, y_len, 148)]);
    out[kiln.at(i * 76 + 34, out_len, 150)] = (u64)__float_as_uint(atan2_);
    const float sinh_ = sinhf(x[kiln.at(i, x_len, 152)]);
    out[kiln.at(i * 76 + 35, out_len, 154)] = (u64)__float_as_uint(sinh_);
    const float cosh_ = coshf(x[kiln.at(i, x_len, 156)]);
    out[kiln.at(i * 76 + 36, out_len, 158)] = (u64)__float_as_uint(cosh_);
    const float tanh_ = tanhf(x[kiln.at(i, x_len, 160)]);
    out[kiln.at(i * 76 + 37, out_len, 162)] = (u64)__float_as_uint(tanh_);
    const float asinh_ = asinhf(x[kiln.at(i, x_len, 164)]);
    out[kiln.at(i * 76 + 38, out_len, 166)] = (u64)__float_as_uint(asinh_);
    const float acosh_ = acoshf(x[kiln.at(i, x_len, 168)]);
    out[kiln.at(i * 76 + 39, out_len, 170)] = (u64)__float_as_uint(acosh_);
    const float atanh_ = atanhf(x[kiln.at(i, x_len, 172)]);
    out[kiln.at(i * 76 + 40, out_len, 174)] = (u64)__float_as_uint(atanh_);
    const float recip = kiln::recip_f32(x[kiln.at(i, x_len, 176)]);
    out[kiln.at(i * 76 + 41, out_len, 178)] = (u64)__float_as_uint(recip);
    const float to_degrees = kiln::to_degrees_f32(x[kiln.at(i, x_len, 180)]);
    out[kiln.at(i * 76 + 42, out_len, 182)] = (u64)__float_as_uint(to_degrees);
    const float to_radians = kiln::to_radians_f32(x[kiln.at(i, x_len, 184)]);
    out[kiln.at(i * 76 + 43, out_len, 186)] = (u64)__float_as_uint(to_radians);
    const float float_midpoint = kiln::float_midpoint_f32(x[kiln.at(i, x_len, 188)], y[kiln.at(i, y_len, 189)]);
    out[kiln.at(i * 76 + 44, out_len, 191)] = (u64)__float_as_uint(float_midpoint);
    const float float_min = fminf(x[kiln.at(i, x_len, 193)], y[kiln.at(i, y_len, 194)]);
    out[kiln.at(i * 76 + 45, out_len, 196)] = (u64)__float_as_uint(float_min);
    const float float_max = fmaxf(x[kiln.at(i, x_len, 198)], y[kiln.at(i, y_len, 199)]);
    out[kiln.at(i * 76 + 46, out_len, 201)] = (u64)__float_as_uint(float_max);
    const float float_clamp = kiln::float_clamp_f32(x[kiln.at(i, x_len, 203)], y[kiln.at(i, y_len, 204)], z[kiln.at(i, z_len, 205)]);
    out[kiln.at(i * 76 + 47, out_len, 207)] = (u64)__float_as_uint(float_clamp);
    const u32 to_bits = __float_as_uint(x[kiln.at(i, x_len, 209)]);
    out[kiln.at(i * 76 + 48, out_len, 211)] = (u64)to_bits;
    const float from_bits = __uint_as_float(bits[kiln.at(i, bits_len, 213)]);
    out[kiln.at(i * 76 + 49, out_len, 215)] = (u64)__float_as_uint(from_bits);
    const bool is_nan = kiln::is_nan_f32(x[kiln.at(i, x_len, 217)]);
    out[kiln.at(i * 76 + 50, out_len, 219)] = (u64)is_nan;
    const bool is_infinite = kiln::is_infinite_f32(x[kiln.at(i, x_len, 221)]);
    out[kiln.at(i * 76 + 51, out_len, 223)] = (u64)is_infinite;
    const bool is_finite = kiln::is_finite_f32(x[kiln.at(i, x_len, 225)]);
    out[kiln.at(i * 76 + 52, out_len, 227)] = (u64)is_finite;
    const bool is_normal = kiln::is_normal_f32(x[kiln.at(i, x_len, 229)]);
    out[kiln.at(i * 76 + 53, out_len, 231)] = (u64)is_normal;
    const bool is_subnormal = kiln::is_subnormal_f32(x[kiln.at(i, x_len, 233)]);
    out[kiln.at(i * 76 + 54, out_len, 235)] = (u64)is_subnormal;
    const bool is_sign_positive = kiln::is_sign_positive_f32(x[kiln.at(i, x_len, 237)]);
    out[kiln.at(i * 76 + 55, out_len, 239)] = (u64)is_sign_positive;
    const bool is_sign_negative = kiln::is_sign_negative_f32(x[kiln.at(i, x_len, 241)]);
    out[kiln.at(i * 76 + 56, out_len, 243)] = (u64)is_sign_negative;
    const float to_tf32 = kiln::to_tf32(x[kiln.at(i, x_len, 245)]);
    out[kiln.at(i * 76 + 57, out_len, 247)] = (u64)__float_as_uint(to_tf32);
    const float shuffle = kiln::shuffle(x[kiln.at(i, x_len, 249)], n[kiln.at(i, n_len, 250)]);
    out[kiln.at(i * 76 + 58, out_len, 252)] = (u64)__float_as_uint(shuffle);
    const float shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 254)], n[kiln.at(i, n_len, 255)]);
    out[kiln.at(i * 76 + 59, out_len, 257)] = (u64)__float_as_uint(shuffle_up);
    const float shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 259)], n[kiln.at(i, n_len, 260)]);
    out[kiln.at(i * 76 + 60, out_len, 262)] = (u64)__float_as_uint(shuffle_down);
    const float shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 264)], n[kiln.at(i, n_len, 265)]);
    out[kiln.at(i * 76 + 61, out_len, 267)] = (u64)__float_as_uint(shuffle_xor);
    const float masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 269)], n[kiln.at(i, n_len, 270)], n[kiln.at(i, n_len, 271)]);
    out[kiln.at(i * 76 + 62, out_len, 273)] = (u64)__float_as_uint(masked_shuffle);
    const float warp_sum = kiln::warp_sum_f32(x[kiln.at(i, x_len, 275)]);
    out[kiln.at(i * 76 + 63, out_len, 277)] = (u64)__float_as_uint(warp_sum);
    const float warp_min = kiln::warp_min_f32(x[kiln.at(i, x_len, 279)]);
    out[kiln.at(i * 76 + 64, out_len, 281)] = (u64)__float_as_uint(warp_min);
    const float warp_max = kiln::warp_max_f32(x[kiln.at(i, x_len, 283)]);
    out[kiln.at(i * 76 + 65, out_len, 285)] = (u64)__float_as_uint(warp_max);
    const float warp_inclusive_sum = kiln::warp_inclusive_sum_f32(x[kiln.at(i, x_len, 287)]);
    out[kiln.at(i * 76 + 66, out_len, 289)] = (u64)__float_as_uint(warp_inclusive_sum);
    const float warp_exclusive_sum = kiln::warp_exclusive_sum_f32(x[kiln.at(i, x_len, 291)]);
    out[kiln.at(i * 76 + 67, out_len, 293)] = (u64)__float_as_uint(warp_exclusive_sum);
    const float warp_inclusive_min = kiln::warp_inclusive_min_f32(x[kiln.at(i, x_len, 295)]);
    out[kiln.at(i * 76 + 68, out_len, 297)] = (u64)__float_as_uint(warp_inclusive_min);
    const float warp_exclusive_min = kiln::warp_exclusive_min_f32(x[kiln.at(i, x_len, 299)]);
    out[kiln.at(i * 76 + 69, out_len, 301)] = (u64)__float_as_uint(warp_exclusive_min);
    const float warp_inclusive_max = kiln::warp_inclusive_max_f32(x[kiln.at(i, x_len, 303)]);
    out[kiln.at(i * 76 + 70, out_len, 305)] = (u64)__float_as_uint(warp_inclusive_max);
    const float warp_exclusive_max = kiln::warp_exclusive_max_f32(x[kiln.at(i, x_len, 307)]);
    out[kiln.at(i * 76 + 71, out_len, 309)] = (u64)__float_as_uint(warp_exclusive_max);
    const float broadcast = kiln::shuffle(x[kiln.at(i, x_len, 311)], n[kiln.at(i, n_len, 312)]);
    out[kiln.at(i * 76 + 72, out_len, 314)] = (u64)__float_as_uint(broadcast);
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 316)]);
    out[kiln.at(i * 76 + 73, out_len, 318)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 320)]);
    out[kiln.at(i * 76 + 74, out_len, 322)] = (u64)match_all;
    const float lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 324)], n[kiln.at(i, n_len, 325)]);
    out[kiln.at(i * 76 + 75, out_len, 327)] = (u64)__float_as_uint(lane_xor);
}
