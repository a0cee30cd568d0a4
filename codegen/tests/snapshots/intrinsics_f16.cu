typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// A 16-bit float in memory; it computes as a float and is rounded once. The bits are moved once more, since ptxas (13.0 at least)
// stores the lower byte of what it knows for a float as that float made an integer.
struct f16 {
    u16 bits;

    f16() = default;
    __device__ __forceinline__ explicit f16(float x) { asm("{.reg .b16 h; cvt.rn.f16.f32 h, %1; mov.b16 %0, h;}" : "=h"(bits) : "f"(x)); }
    __device__ __forceinline__ explicit f16(double x) { asm("{.reg .b16 h; cvt.rn.f16.f64 h, %1; mov.b16 %0, h;}" : "=h"(bits) : "d"(x)); }
    __device__ __forceinline__ explicit operator float() const {
        float x;
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
        return x;
    }
};

__device__ __forceinline__ f16 operator+(f16 a, f16 b) { return f16((float)a + (float)b); }
__device__ __forceinline__ f16 operator-(f16 a, f16 b) { return f16((float)a - (float)b); }
__device__ __forceinline__ f16 operator*(f16 a, f16 b) { return f16((float)a * (float)b); }
__device__ __forceinline__ f16 operator/(f16 a, f16 b) { return f16((float)a / (float)b); }
__device__ __forceinline__ bool operator==(f16 a, f16 b) { return (float)a == (float)b; }
__device__ __forceinline__ bool operator!=(f16 a, f16 b) { return (float)a != (float)b; }
__device__ __forceinline__ bool operator<(f16 a, f16 b) { return (float)a < (float)b; }
__device__ __forceinline__ bool operator<=(f16 a, f16 b) { return (float)a <= (float)b; }
__device__ __forceinline__ bool operator>(f16 a, f16 b) { return (float)a > (float)b; }
__device__ __forceinline__ bool operator>=(f16 a, f16 b) { return (float)a >= (float)b; }
__device__ __forceinline__ f16 operator-(f16 a) {
    a.bits ^= 0x8000;
    return a;
}


// prelude: fail_record.18877a3b fail.ebbbc3a8 from_bits.18ef0cf3 hidden.67bf754a unsigned_by_size.3ee267ca
//   magnitude.9c08e1dd int_abs.de8d375a lane_id.154b932d lane_xor.0e2ead84 leading_zeros.515b8827 exchange.3a989a11
//   masked_shuffle.9afe57d0 match_bits.22a96a61 match_all.bac55bb7 match_any.6fd00ce2 shuffle.610a0943
//   shuffle_down.ecb4c812 shuffle_up.3de2751a shuffle_xor.1e2afcac trailing_zeros.9737c9bc fract_f32.0af028df
//   float_signum_f32.d8e749e7 float_div_euclid_f32.2d973bc8 float_rem_euclid_f32.8e520e4e unsigned_abs_i32.2ea9a2e9
//   powi_f32.b41fc40d log_f32.fd9b1b2c recip_f32.a1c790e9 to_degrees_f32.edcabce4 to_radians_f32.676d87e2
//   float_midpoint_f32.aa7775e6 float_clamp_f32.01054d8c is_nan_f32.ba7fa862 is_infinite_f32.1d29a69e
//   is_finite_f32.8f5bd4b6 is_normal_f16.bc6f5936 is_subnormal_f16.7bcaf450 is_sign_positive_f16.547a64f7
//   is_sign_negative_f16.459779ce warp_sum_f16.8be9723e warp_min_f16.24e3dd90 warp_max_f16.63b90f75
//   warp_inclusive_sum_f16.b34b665a warp_exclusive_sum_f16.e85984f1 warp_inclusive_min_f16.99eb82eb
//   warp_exclusive_min_f16.a53c35f8 warp_inclusive_max_f16.b3ffa295 warp_exclusive_max_f16.ad78268e
//   launch_info.502d9f1e

extern "C" __global__ void intrinsics_f16(
    const f16* __restrict__ x, usize x_len,
    const f16* __restrict__ y, usize y_len,
    const f16* __restrict__ z, usize z_len,
    const u16* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const f16 floor_ = f16(floorf((float)x[kiln.at(i, x_len, 2)]));
    out[kiln.at(i * 75 + 0, out_len, 4)] = (u64)floor_.bits;
    const f16 ceil_ = f16(ceilf((float)x[kiln.at(i, x_len, 6)]));
    out[kiln.at(i * 75 + 1, out_len, 8)] = (u64)ceil_.bits;
    const f16 round_ = f16(roundf((float)x[kiln.at(i, x_len, 10)]));
    out[kiln.at(i * 75 + 2, out_len, 12)] = (u64)round_.bits;
    const f16 round_ties_even = f16(rintf((float)x[kiln.at(i, x_len, 14)]));
    out[kiln.at(i * 75 + 3, out_len, 16)] = (u64)round_ties_even.bits;
    const f16 trunc_ = f16(truncf((float)x[kiln.at(i, x_len, 18)]));
    out[kiln.at(i * 75 + 4, out_len, 20)] = (u64)trunc_.bits;
    const f16 fract = f16(kiln::fract_f32((float)x[kiln.at(i, x_len, 22)]));
    out[kiln.at(i * 75 + 5, out_len, 24)] = (u64)fract.bits;
    const f16 float_abs = f16(fabsf((float)x[kiln.at(i, x_len, 26)]));
    out[kiln.at(i * 75 + 6, out_len, 28)] = (u64)float_abs.bits;
    const f16 float_signum = f16(kiln::float_signum_f32((float)x[kiln.at(i, x_len, 30)]));
    out[kiln.at(i * 75 + 7, out_len, 32)] = (u64)float_signum.bits;
    const f16 copysign_ = f16(copysignf((float)x[kiln.at(i, x_len, 34)], (float)y[kiln.at(i, y_len, 35)]));
    out[kiln.at(i * 75 + 8, out_len, 37)] = (u64)copysign_.bits;
    const f16 mul_add = f16(fmaf((float)x[kiln.at(i, x_len, 39)], (float)y[kiln.at(i, y_len, 40)], (float)z[kiln.at(i, z_len, 41)]));
    out[kiln.at(i * 75 + 9, out_len, 43)] = (u64)mul_add.bits;
    const f16 float_div_euclid = f16(kiln::float_div_euclid_f32((float)x[kiln.at(i, x_len, 45)], (float)y[kiln.at(i, y_len, 46)]));
    out[kiln.at(i * 75 + 10, out_len, 48)] = (u64)float_div_euclid.bits;
    const f16 float_rem_euclid = f16(kiln::float_rem_euclid_f32((float)x[kiln.at(i, x_len, 50)], (float)y[kiln.at(i, y_len, 51)]));
    out[kiln.at(i * 75 + 11, out_len, 53)] = (u64)float_rem_euclid.bits;
    const f16 powi = f16(kiln::powi_f32((float)x[kiln.at(i, x_len, 55)], power[kiln.at(i, power_len, 56)]));
    out[kiln.at(i * 75 + 12, out_len, 58)] = (u64)powi.bits;
    const f16 powf_ = f16(powf((float)x[kiln.at(i, x_len, 60)], (float)y[kiln.at(i, y_len, 61)]));
    out[kiln.at(i * 75 + 13, out_len, 63)] = (u64)powf_.bits;
    const f16 sqrt_ = f16(sqrtf((float)x[kiln.at(i, x_len, 65)]));
    out[kiln.at(i * 75 + 14, out_len, 67)] = (u64)sqrt_.bits;
    const f16 rsqrt_ = f16(rsqrtf((float)x[kiln.at(i, x_len, 69)]));
    out[kiln.at(i * 75 + 15, out_len, 71)] = (u64)rsqrt_.bits;
    const f16 exp_ = f16(expf((float)x[kiln.at(i, x_len, 73)]));
    out[kiln.at(i * 75 + 16, out_len, 75)] = (u64)exp_.bits;
    const f16 exp2_ = f16(exp2f((float)x[kiln.at(i, x_len, 77)]));
    out[kiln.at(i * 75 + 17, out_len, 79)] = (u64)exp2_.bits;
    const f16 exp_m1 = f16(expm1f((float)x[kiln.at(i, x_len, 81)]));
    out[kiln.at(i * 75 + 18, out_len, 83)] = (u64)exp_m1.bits;
    const f16 ln = f16(logf((float)x[kiln.at(i, x_len, 85)]));
    out[kiln.at(i * 75 + 19, out_len, 87)] = (u64)ln.bits;
    const f16 log_ = f16(kiln::log_f32((float)x[kiln.at(i, x_len, 89)], (float)y[kiln.at(i, y_len, 90)]));
    out[kiln.at(i * 75 + 20, out_len, 92)] = (u64)log_.bits;
    const f16 log2_ = f16(log2f((float)x[kiln.at(i, x_len, 94)]));
    out[kiln.at(i * 75 + 21, out_len, 96)] = (u64)log2_.bits;
    const f16 log10_ = f16(log10f((float)x[kiln.at(i, x_len, 98)]));
    out[kiln.at(i * 75 + 22, out_len, 100)] = (u64)log10_.bits;
    const f16 ln_1p = f16(log1pf((float)x[kiln.at(i, x_len, 102)]));
    out[kiln.at(i * 75 + 23, out_len, 104)] = (u64)ln_1p.bits;
    const f16 erf_ = f16(erff((float)x[kiln.at(i, x_len, 106)]));
    out[kiln.at(i * 75 + 24, out_len, 108)] = (u64)erf_.bits;
    const f16 erfc_ = f16(erfcf((float)x[kiln.at(i, x_len, 110)]));
    out[kiln.at(i * 75 + 25, out_len, 112)] = (u64)erfc_.bits;
    const f16 cbrt_ = f16(cbrtf((float)x[kiln.at(i, x_len, 114)]));
    out[kiln.at(i * 75 + 26, out_len, 116)] = (u64)cbrt_.bits;
    const f16 hypot_ = f16(hypotf((float)x[kiln.at(i, x_len, 118)], (float)y[kiln.at(i, y_len, 119)]));
    out[kiln.at(i * 75 + 27, out_len, 121)] = (u64)hypot_.bits;
    const f16 sin_ = f16(sinf((float)x[kiln.at(i, x_len, 123)]));
    out[kiln.at(i * 75 + 28, out_len, 125)] = (u64)sin_.bits;
    const f16 cos_ = f16(cosf((float)x[kiln.at(i, x_len, 127)]));
    out[kiln.at(i * 75 + 29, out_len, 129)] = (u64)cos_.bits;
    const f16 tan_ = f16(tanf((float)x[kiln.at(i, x_len, 131)]));
    out[kiln.at(i * 75 + 30, out_len, 133)] = (u64)tan_.bits;
    const f16 asin_ = f16(asinf((float)x[kiln.at(i, x_len, 135)]));
    out[kiln.at(i * 75 + 31, out_len, 137)] = (u64)asin_.bits;
    const f16 acos_ = f16(acosf((float)x[kiln.at(i, x_len, 139)]));
    out[kiln.at(i * 75 + 32, out_len, 141)] = (u64)acos_.bits;
    const f16 atan_ = f16(atanf((float)x[kiln.at(i, x_len, 143)]));
    out[kiln.at(i * 75 + 33, out_len, 145)] = (u64)atan_.bits;
    const f16 atan2_ = f16(atan2f((float)x[kiln.at(i, x_len, 147)], (float)y[kiln.at(i, y_len, 148)]));
    out[kiln.at(i * 75 + 34, out_len, 150)] = (u64)atan2_.bits;
    const f16 sinh_ = f16(sinhf((float)x[kiln.at(i, x_len, 152)]));
    out[kiln.at(i * 75 + 35, out_len, 154)] = (u64)sinh_.bits;
    const f16 cosh_ = f16(coshf((float)x[kiln.at(i, x_len, 156)]));
    out[kiln.at(i * 75 + 36, out_len, 158)] = (u64)cosh_.bits;
    const f16 tanh_ = f16(tanhf((float)x[kiln.at(i, x_len, 160)]));
    out[kiln.at(i * 75 + 37, out_len, 162)] = (u64)tanh_.bits;
    const f16 asinh_ = f16(asinhf((float)x[kiln.at(i, x_len, 164)]));
    out[kiln.at(i * 75 + 38, out_len, 166)] = (u64)asinh_.bits;
    const f16 acosh_ = f16(acoshf((float)x[kiln.at(i, x_len, 168)]));
    out[kiln.at(i * 75 + 39, out_len, 170)] = (u64)acosh_.bits;
    const f16 atanh_ = f16(atanhf((float)x[kiln.at(i, x_len, 172)]));
    out[kiln.at(i * 75 + 40, out_len, 174)] = (u64)atanh_.bits;
    const f16 recip = f16(kiln::recip_f32((float)x[kiln.at(i, x_len, 176)]));
    out[kiln.at(i * 75 + 41, out_len, 178)] = (u64)recip.bits;
    const f16 to_degrees = f16(kiln::to_degrees_f32((float)x[kiln.at(i, x_len, 180)]));
    out[kiln.at(i * 75 + 42, out_len, 182)] = (u64)to_degrees.bits;
    const f16 to_radians = f16(kiln::to_radians_f32((float)x[kiln.at(i, x_len, 184)]));
    out[kiln.at(i * 75 + 43, out_len, 186)] = (u64)to_radians.bits;
    const f16 float_midpoint = f16(kiln::float_midpoint_f32((float)x[kiln.at(i, x_len, 188)], (float)y[kiln.at(i, y_len, 189)]));
    out[kiln.at(i * 75 + 44, out_len, 191)] = (u64)float_midpoint.bits;
    const f16 float_min = f16(fminf((float)x[kiln.at(i, x_len, 193)], (float)y[kiln.at(i, y_len, 194)]));
    out[kiln.at(i * 75 + 45, out_len, 196)] = (u64)float_min.bits;
    const f16 float_max = f16(fmaxf((float)x[kiln.at(i, x_len, 198)], (float)y[kiln.at(i, y_len, 199)]));
    out[kiln.at(i * 75 + 46, out_len, 201)] = (u64)float_max.bits;
    const f16 float_clamp = f16(kiln::float_clamp_f32((float)x[kiln.at(i, x_len, 203)], (float)y[kiln.at(i, y_len, 204)], (float)z[kiln.at(i, z_len, 205)]));
    out[kiln.at(i * 75 + 47, out_len, 207)] = (u64)float_clamp.bits;
    const u16 to_bits = x[kiln.at(i, x_len, 209)].bits;
    out[kiln.at(i * 75 + 48, out_len, 211)] = (u64)to_bits;
    const f16 from_bits = kiln::from_bits<f16>(bits[kiln.at(i, bits_len, 213)]);
    out[kiln.at(i * 75 + 49, out_len, 215)] = (u64)from_bits.bits;
    const bool is_nan = kiln::is_nan_f32((float)x[kiln.at(i, x_len, 217)]);
    out[kiln.at(i * 75 + 50, out_len, 219)] = (u64)is_nan;
    const bool is_infinite = kiln::is_infinite_f32((float)x[kiln.at(i, x_len, 221)]);
    out[kiln.at(i * 75 + 51, out_len, 223)] = (u64)is_infinite;
    const bool is_finite = kiln::is_finite_f32((float)x[kiln.at(i, x_len, 225)]);
    out[kiln.at(i * 75 + 52, out_len, 227)] = (u64)is_finite;
    const bool is_normal = kiln::is_normal_f16(x[kiln.at(i, x_len, 229)]);
    out[kiln.at(i * 75 + 53, out_len, 231)] = (u64)is_normal;
    const bool is_subnormal = kiln::is_subnormal_f16(x[kiln.at(i, x_len, 233)]);
    out[kiln.at(i * 75 + 54, out_len, 235)] = (u64)is_subnormal;
    const bool is_sign_positive = kiln::is_sign_positive_f16(x[kiln.at(i, x_len, 237)]);
    out[kiln.at(i * 75 + 55, out_len, 239)] = (u64)is_sign_positive;
    const bool is_sign_negative = kiln::is_sign_negative_f16(x[kiln.at(i, x_len, 241)]);
    out[kiln.at(i * 75 + 56, out_len, 243)] = (u64)is_sign_negative;
    const f16 shuffle = kiln::shuffle(x[kiln.at(i, x_len, 245)], n[kiln.at(i, n_len, 246)]);
    out[kiln.at(i * 75 + 57, out_len, 248)] = (u64)shuffle.bits;
    const f16 shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 250)], n[kiln.at(i, n_len, 251)]);
    out[kiln.at(i * 75 + 58, out_len, 253)] = (u64)shuffle_up.bits;
    const f16 shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 255)], n[kiln.at(i, n_len, 256)]);
    out[kiln.at(i * 75 + 59, out_len, 258)] = (u64)shuffle_down.bits;
    const f16 shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 260)], n[kiln.at(i, n_len, 261)]);
    out[kiln.at(i * 75 + 60, out_len, 263)] = (u64)shuffle_xor.bits;
    const f16 masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 265)], n[kiln.at(i, n_len, 266)], n[kiln.at(i, n_len, 267)]);
    out[kiln.at(i * 75 + 61, out_len, 269)] = (u64)masked_shuffle.bits;
    const f16 warp_sum = kiln::warp_sum_f16(x[kiln.at(i, x_len, 271)]);
    out[kiln.at(i * 75 + 62, out_len, 273)] = (u64)warp_sum.bits;
    const f16 warp_min = kiln::warp_min_f16(x[kiln.at(i, x_len, 275)]);
    out[kiln.at(i * 75 + 63, out_len, 277)] = (u64)warp_min.bits;
    const f16 warp_max = kiln::warp_max_f16(x[kiln.at(i, x_len, 279)]);
    out[kiln.at(i * 75 + 64, out_len, 281)] = (u64)warp_max.bits;
    const f16 warp_inclusive_sum = kiln::warp_inclusive_sum_f16(x[kiln.at(i, x_len, 283)]);
    out[kiln.at(i * 75 + 65, out_len, 285)] = (u64)warp_inclusive_sum.bits;
    const f16 warp_exclusive_sum = kiln::warp_exclusive_sum_f16(x[kiln.at(i, x_len, 287)]);
    out[kiln.at(i * 75 + 66, out_len, 289)] = (u64)warp_exclusive_sum.bits;
    const f16 warp_inclusive_min = kiln::warp_inclusive_min_f16(x[kiln.at(i, x_len, 291)]);
    out[kiln.at(i * 75 + 67, out_len, 293)] = (u64)warp_inclusive_min.bits;
    const f16 warp_exclusive_min = kiln::warp_exclusive_min_f16(x[kiln.at(i, x_len, 295)]);
    out[kiln.at(i * 75 + 68, out_len, 297)] = (u64)warp_exclusive_min.bits;
    const f16 warp_inclusive_max = kiln::warp_inclusive_max_f16(x[kiln.at(i, x_len, 299)]);
    out[kiln.at(i * 75 + 69, out_len, 301)] = (u64)warp_inclusive_max.bits;
    const f16 warp_exclusive_max = kiln::warp_exclusive_max_f16(x[kiln.at(i, x_len, 303)]);
    out[kiln.at(i * 75 + 70, out_len, 305)] = (u64)warp_exclusive_max.bits;
    const f16 broadcast = kiln::shuffle(x[kiln.at(i, x_len, 307)], n[kiln.at(i, n_len, 308)]);
    out[kiln.at(i * 75 + 71, out_len, 310)] = (u64)broadcast.bits;
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 312)]);
    out[kiln.at(i * 75 + 72, out_len, 314)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 316)]);
    out[kiln.at(i * 75 + 73, out_len, 318)] = (u64)match_all;
    const f16 lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 320)], n[kiln.at(i, n_len, 321)]);
    out[kiln.at(i * 75 + 74, out_len, 323)] = (u64)lane_xor.bits;
}
