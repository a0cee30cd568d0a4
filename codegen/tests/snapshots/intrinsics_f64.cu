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
//   shuffle_down.ecb4c812 shuffle_up.3de2751a shuffle_xor.1e2afcac trailing_zeros.9737c9bc fract_f64.7091d40a
//   float_signum_f64.ca4436be float_div_euclid_f64.f0d061ab float_rem_euclid_f64.6be00991 unsigned_abs_i32.2ea9a2e9
//   powi_f64.a421692d log_f64.bb28774f recip_f64.9ad9932e to_degrees_f64.873851cb to_radians_f64.665e0cc4
//   float_midpoint_f64.5d35afed float_clamp_f64.f5f72df3 is_nan_f64.eb36a48f is_infinite_f64.5c343182
//   is_finite_f64.fcf7959f is_normal_f64.04d0624a is_subnormal_f64.3797b45a is_sign_positive_f64.f8c19d85
//   is_sign_negative_f64.c593becd warp_sum_f64.473a399c warp_min_f64.466b10da warp_max_f64.58c80751
//   warp_inclusive_sum_f64.e698962a warp_exclusive_sum_f64.c856a899 warp_inclusive_min_f64.c2845481
//   warp_exclusive_min_f64.7952d277 warp_inclusive_max_f64.17d27c3b warp_exclusive_max_f64.8d5624ca
//   launch_info.502d9f1e

extern "C" __global__ void intrinsics_f64(
    const double* __restrict__ x, usize x_len,
    const double* __restrict__ y, usize y_len,
    const double* __restrict__ z, usize z_len,
    const u64* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const double floor_ = floor(x[kiln.at(i, x_len, 2)]);
    out[kiln.at(i * 75 + 0, out_len, 4)] = (u64)__double_as_longlong(floor_);
    const double ceil_ = ceil(x[kiln.at(i, x_len, 6)]);
    out[kiln.at(i * 75 + 1, out_len, 8)] = (u64)__double_as_longlong(ceil_);
    const double round_ = round(x[kiln.at(i, x_len, 10)]);
    out[kiln.at(i * 75 + 2, out_len, 12)] = (u64)__double_as_longlong(round_);
    const double round_ties_even = rint(x[kiln.at(i, x_len, 14)]);
    out[kiln.at(i * 75 + 3, out_len, 16)] = (u64)__double_as_longlong(round_ties_even);
    const double trunc_ = trunc(x[kiln.at(i, x_len, 18)]);
    out[kiln.at(i * 75 + 4, out_len, 20)] = (u64)__double_as_longlong(trunc_);
    const double fract = kiln::fract_f64(x[kiln.at(i, x_len, 22)]);
    out[kiln.at(i * 75 + 5, out_len, 24)] = (u64)__double_as_longlong(fract);
    const double float_abs = fabs(x[kiln.at(i, x_len, 26)]);
    out[kiln.at(i * 75 + 6, out_len, 28)] = (u64)__double_as_longlong(float_abs);
    const double float_signum = kiln::float_signum_f64(x[kiln.at(i, x_len, 30)]);
    out[kiln.at(i * 75 + 7, out_len, 32)] = (u64)__double_as_longlong(float_signum);
    const double copysign_ = copysign(x[kiln.at(i, x_len, 34)], y[kiln.at(i, y_len, 35)]);
    out[kiln.at(i * 75 + 8, out_len, 37)] = (u64)__double_as_longlong(copysign_);
    const double mul_add = fma(x[kiln.at(i, x_len, 39)], y[kiln.at(i, y_len, 40)], z[kiln.at(i, z_len, 41)]);
    out[kiln.at(i * 75 + 9, out_len, 43)] = (u64)__double_as_longlong(mul_add);
    const double float_div_euclid = kiln::float_div_euclid_f64(x[kiln.at(i, x_len, 45)], y[kiln.at(i, y_len, 46)]);
    out[kiln.at(i * 75 + 10, out_len, 48)] = (u64)__double_as_longlong(float_div_euclid);
    const double float_rem_euclid = kiln::float_rem_euclid_f64(x[kiln.at(i, x_len, 50)], y[kiln.at(i, y_len, 51)]);
    out[kiln.at(i * 75 + 11, out_len, 53)] = (u64)__double_as_longlong(float_rem_euclid);
    const double powi = kiln::powi_f64(x[kiln.at(i, x_len, 55)], power[kiln.at(i, power_len, 56)]);
    out[kiln.at(i * 75 + 12, out_len, 58)] = (u64)__double_as_longlong(powi);
    const double powf_ = pow(x[kiln.at(i, x_len, 60)], y[kiln.at(i, y_len, 61)]);
    out[kiln.at(i * 75 + 13, out_len, 63)] = (u64)__double_as_longlong(powf_);
    const double sqrt_ = sqrt(x[kiln.at(i, x_len, 65)]);
    out[kiln.at(i * 75 + 14, out_len, 67)] = (u64)__double_as_longlong(sqrt_);
    const double rsqrt_ = rsqrt(x[kiln.at(i, x_len, 69)]);
    out[kiln.at(i * 75 + 15, out_len, 71)] = (u64)__double_as_longlong(rsqrt_);
    const double exp_ = exp(x[kiln.at(i, x_len, 73)]);
    out[kiln.at(i * 75 + 16, out_len, 75)] = (u64)__double_as_longlong(exp_);
    const double exp2_ = exp2(x[kiln.at(i, x_len, 77)]);
    out[kiln.at(i * 75 + 17, out_len, 79)] = (u64)__double_as_longlong(exp2_);
    const double exp_m1 = expm1(x[kiln.at(i, x_len, 81)]);
    out[kiln.at(i * 75 + 18, out_len, 83)] = (u64)__double_as_longlong(exp_m1);
    const double ln = log(x[kiln.at(i, x_len, 85)]);
    out[kiln.at(i * 75 + 19, out_len, 87)] = (u64)__double_as_longlong(ln);
    const double log_ = kiln::log_f64(x[kiln.at(i, x_len, 89)], y[kiln.at(i, y_len, 90)]);
    out[kiln.at(i * 75 + 20, out_len, 92)] = (u64)__double_as_longlong(log_);
    const double log2_ = log2(x[kiln.at(i, x_len, 94)]);
    out[kiln.at(i * 75 + 21, out_len, 96)] = (u64)__double_as_longlong(log2_);
    const double log10_ = log10(x[kiln.at(i, x_len, 98)]);
    out[kiln.at(i * 75 + 22, out_len, 100)] = (u64)__double_as_longlong(log10_);
    const double ln_1p = log1p(x[kiln.at(i, x_len, 102)]);
    out[kiln.at(i * 75 + 23, out_len, 104)] = (u64)__double_as_longlong(ln_1p);
    const double erf_ = erf(x[kiln.at(i, x_len, 106)]);
    out[kiln.at(i * 75 + 24, out_len, 108)] = (u64)__double_as_longlong(erf_);
    const double erfc_ = erfc(x[kiln.at(i, x_len, 110)]);
    out[kiln.at(i * 75 + 25, out_len, 112)] = (u64)__double_as_longlong(erfc_);
    const double cbrt_ = cbrt(x[kiln.at(i, x_len, 114)]);
    out[kiln.at(i * 75 + 26, out_len, 116)] = (u64)__double_as_longlong(cbrt_);
    const double hypot_ = hypot(x[kiln.at(i, x_len, 118)], y[kiln.at(i, y_len, 119)]);
    out[kiln.at(i * 75 + 27, out_len, 121)] = (u64)__double_as_longlong(hypot_);
    const double sin_ = sin(x[kiln.at(i, x_len, 123)]);
    out[kiln.at(i * 75 + 28, out_len, 125)] = (u64)__double_as_longlong(sin_);
    const double cos_ = cos(x[kiln.at(i, x_len, 127)]);
    out[kiln.at(i * 75 + 29, out_len, 129)] = (u64)__double_as_longlong(cos_);
    const double tan_ = tan(x[kiln.at(i, x_len, 131)]);
    out[kiln.at(i * 75 + 30, out_len, 133)] = (u64)__double_as_longlong(tan_);
    const double asin_ = asin(x[kiln.at(i, x_len, 135)]);
    out[kiln.at(i * 75 + 31, out_len, 137)] = (u64)__double_as_longlong(asin_);
    const double acos_ = acos(x[kiln.at(i, x_len, 139)]);
    out[kiln.at(i * 75 + 32, out_len, 141)] = (u64)__double_as_longlong(acos_);
    const double atan_ = atan(x[kiln.at(i, x_len, 143)]);
    out[kiln.at(i * 75 + 33, out_len, 145)] = (u64)__double_as_longlong(atan_);
    const double atan2_ = atan2(x[kiln.at(i, x_len, 147)], y[kiln.at(i, y_len, 148)]);
    out[kiln.at(i * 75 + 34, out_len, 150)] = (u64)__double_as_longlong(atan2_);
    const double sinh_ = sinh(x[kiln.at(i, x_len, 152)]);
    out[kiln.at(i * 75 + 35, out_len, 154)] = (u64)__double_as_longlong(sinh_);
    const double cosh_ = cosh(x[kiln.at(i, x_len, 156)]);
    out[kiln.at(i * 75 + 36, out_len, 158)] = (u64)__double_as_longlong(cosh_);
    const double tanh_ = tanh(x[kiln.at(i, x_len, 160)]);
    out[kiln.at(i * 75 + 37, out_len, 162)] = (u64)__double_as_longlong(tanh_);
    const double asinh_ = asinh(x[kiln.at(i, x_len, 164)]);
    out[kiln.at(i * 75 + 38, out_len, 166)] = (u64)__double_as_longlong(asinh_);
    const double acosh_ = acosh(x[kiln.at(i, x_len, 168)]);
    out[kiln.at(i * 75 + 39, out_len, 170)] = (u64)__double_as_longlong(acosh_);
    const double atanh_ = atanh(x[kiln.at(i, x_len, 172)]);
    out[kiln.at(i * 75 + 40, out_len, 174)] = (u64)__double_as_longlong(atanh_);
    const double recip = kiln::recip_f64(x[kiln.at(i, x_len, 176)]);
    out[kiln.at(i * 75 + 41, out_len, 178)] = (u64)__double_as_longlong(recip);
    const double to_degrees = kiln::to_degrees_f64(x[kiln.at(i, x_len, 180)]);
    out[kiln.at(i * 75 + 42, out_len, 182)] = (u64)__double_as_longlong(to_degrees);
    const double to_radians = kiln::to_radians_f64(x[kiln.at(i, x_len, 184)]);
    out[kiln.at(i * 75 + 43, out_len, 186)] = (u64)__double_as_longlong(to_radians);
    const double float_midpoint = kiln::float_midpoint_f64(x[kiln.at(i, x_len, 188)], y[kiln.at(i, y_len, 189)]);
    out[kiln.at(i * 75 + 44, out_len, 191)] = (u64)__double_as_longlong(float_midpoint);
    const double float_min = fmin(x[kiln.at(i, x_len, 193)], y[kiln.at(i, y_len, 194)]);
    out[kiln.at(i * 75 + 45, out_len, 196)] = (u64)__double_as_longlong(float_min);
    const double float_max = fmax(x[kiln.at(i, x_len, 198)], y[kiln.at(i, y_len, 199)]);
    out[kiln.at(i * 75 + 46, out_len, 201)] = (u64)__double_as_longlong(float_max);
    const double float_clamp = kiln::float_clamp_f64(x[kiln.at(i, x_len, 203)], y[kiln.at(i, y_len, 204)], z[kiln.at(i, z_len, 205)]);
    out[kiln.at(i * 75 + 47, out_len, 207)] = (u64)__double_as_longlong(float_clamp);
    const u64 to_bits = (u64)__double_as_longlong(x[kiln.at(i, x_len, 209)]);
    out[kiln.at(i * 75 + 48, out_len, 211)] = to_bits;
    const double from_bits = __longlong_as_double((i64)bits[kiln.at(i, bits_len, 213)]);
    out[kiln.at(i * 75 + 49, out_len, 215)] = (u64)__double_as_longlong(from_bits);
    const bool is_nan = kiln::is_nan_f64(x[kiln.at(i, x_len, 217)]);
    out[kiln.at(i * 75 + 50, out_len, 219)] = (u64)is_nan;
    const bool is_infinite = kiln::is_infinite_f64(x[kiln.at(i, x_len, 221)]);
    out[kiln.at(i * 75 + 51, out_len, 223)] = (u64)is_infinite;
    const bool is_finite = kiln::is_finite_f64(x[kiln.at(i, x_len, 225)]);
    out[kiln.at(i * 75 + 52, out_len, 227)] = (u64)is_finite;
    const bool is_normal = kiln::is_normal_f64(x[kiln.at(i, x_len, 229)]);
    out[kiln.at(i * 75 + 53, out_len, 231)] = (u64)is_normal;
    const bool is_subnormal = kiln::is_subnormal_f64(x[kiln.at(i, x_len, 233)]);
    out[kiln.at(i * 75 + 54, out_len, 235)] = (u64)is_subnormal;
    const bool is_sign_positive = kiln::is_sign_positive_f64(x[kiln.at(i, x_len, 237)]);
    out[kiln.at(i * 75 + 55, out_len, 239)] = (u64)is_sign_positive;
    const bool is_sign_negative = kiln::is_sign_negative_f64(x[kiln.at(i, x_len, 241)]);
    out[kiln.at(i * 75 + 56, out_len, 243)] = (u64)is_sign_negative;
    const double shuffle = kiln::shuffle(x[kiln.at(i, x_len, 245)], n[kiln.at(i, n_len, 246)]);
    out[kiln.at(i * 75 + 57, out_len, 248)] = (u64)__double_as_longlong(shuffle);
    const double shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 250)], n[kiln.at(i, n_len, 251)]);
    out[kiln.at(i * 75 + 58, out_len, 253)] = (u64)__double_as_longlong(shuffle_up);
    const double shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 255)], n[kiln.at(i, n_len, 256)]);
    out[kiln.at(i * 75 + 59, out_len, 258)] = (u64)__double_as_longlong(shuffle_down);
    const double shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 260)], n[kiln.at(i, n_len, 261)]);
    out[kiln.at(i * 75 + 60, out_len, 263)] = (u64)__double_as_longlong(shuffle_xor);
    const double masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 265)], n[kiln.at(i, n_len, 266)], n[kiln.at(i, n_len, 267)]);
    out[kiln.at(i * 75 + 61, out_len, 269)] = (u64)__double_as_longlong(masked_shuffle);
    const double warp_sum = kiln::warp_sum_f64(x[kiln.at(i, x_len, 271)]);
    out[kiln.at(i * 75 + 62, out_len, 273)] = (u64)__double_as_longlong(warp_sum);
    const double warp_min = kiln::warp_min_f64(x[kiln.at(i, x_len, 275)]);
    out[kiln.at(i * 75 + 63, out_len, 277)] = (u64)__double_as_longlong(warp_min);
    const double warp_max = kiln::warp_max_f64(x[kiln.at(i, x_len, 279)]);
    out[kiln.at(i * 75 + 64, out_len, 281)] = (u64)__double_as_longlong(warp_max);
    const double warp_inclusive_sum = kiln::warp_inclusive_sum_f64(x[kiln.at(i, x_len, 283)]);
    out[kiln.at(i * 75 + 65, out_len, 285)] = (u64)__double_as_longlong(warp_inclusive_sum);
    const double warp_exclusive_sum = kiln::warp_exclusive_sum_f64(x[kiln.at(i, x_len, 287)]);
    out[kiln.at(i * 75 + 66, out_len, 289)] = (u64)__double_as_longlong(warp_exclusive_sum);
    const double warp_inclusive_min = kiln::warp_inclusive_min_f64(x[kiln.at(i, x_len, 291)]);
    out[kiln.at(i * 75 + 67, out_len, 293)] = (u64)__double_as_longlong(warp_inclusive_min);
    const double warp_exclusive_min = kiln::warp_exclusive_min_f64(x[kiln.at(i, x_len, 295)]);
    out[kiln.at(i * 75 + 68, out_len, 297)] = (u64)__double_as_longlong(warp_exclusive_min);
    const double warp_inclusive_max = kiln::warp_inclusive_max_f64(x[kiln.at(i, x_len, 299)]);
    out[kiln.at(i * 75 + 69, out_len, 301)] = (u64)__double_as_longlong(warp_inclusive_max);
    const double warp_exclusive_max = kiln::warp_exclusive_max_f64(x[kiln.at(i, x_len, 303)]);
    out[kiln.at(i * 75 + 70, out_len, 305)] = (u64)__double_as_longlong(warp_exclusive_max);
    const double broadcast = kiln::shuffle(x[kiln.at(i, x_len, 307)], n[kiln.at(i, n_len, 308)]);
    out[kiln.at(i * 75 + 71, out_len, 310)] = (u64)__double_as_longlong(broadcast);
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 312)]);
    out[kiln.at(i * 75 + 72, out_len, 314)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 316)]);
    out[kiln.at(i * 75 + 73, out_len, 318)] = (u64)match_all;
    const double lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 320)], n[kiln.at(i, n_len, 321)]);
    out[kiln.at(i * 75 + 74, out_len, 323)] = (u64)__double_as_longlong(lane_xor);
}
