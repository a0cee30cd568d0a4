typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca magnitude.9c08e1dd int_abs.de8d375a
//   int_max.1a21aab5 int_min.8439cc99 leading_zeros.515b8827 narrow.274b3146 negated.60e6282c swap_bytes.003ca6d9
//   saturating_neg_i32.c5f14b22 saturating_abs_i32.bb52ad00 saturating_mul_i32.8f1ee64a saturating_pow_i32.c112f1eb
//   wrapping_abs_i32.61ff2a1d unbounded_shl_i32.1c7142fa unbounded_shr_i32.3dae3901 to_be_i32.54a18834
//   saturating_mul_i8.f52f6f53 saturating_pow_i8.f2f2050d saturating_neg_i16.9ce21d0b saturating_mul_u8.cac6c7e7
//   saturating_pow_u8.1308e7ef ilog10_u32.68e25be2 ilog2_u32.f3fdf5e1 ilog10_u64.4dfb71a8 unsigned_abs_i32.2ea9a2e9
//   to_be_u64.d079e270 from_be_u64.18f4e2ad is_subnormal_f64.3797b45a float_midpoint_f32.aa7775e6
//   float_midpoint_f64.5d35afed launch_info.f0b3b588

extern "C" __global__ void ends(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    u32* __restrict__ logs, usize logs_len,
    u64* __restrict__ wide, usize wide_len,
    double* __restrict__ floats, usize floats_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const i32 v = x[kiln.at(i, x_len, 3)];
    const usize k = 10 * i;
    out[kiln.at(k, out_len, 6)] = kiln::saturating_neg_i32(v);
    out[kiln.at(k + 1, out_len, 8)] = kiln::saturating_abs_i32(v);
    out[kiln.at(k + 2, out_len, 10)] = kiln::saturating_pow_i32(v, 3u);
    out[kiln.at(k + 3, out_len, 12)] = kiln::wrapping_abs_i32(v);
    out[kiln.at(k + 4, out_len, 14)] = kiln::unbounded_shl_i32(v, (u32)i * 8);
    out[kiln.at(k + 5, out_len, 16)] = kiln::unbounded_shr_i32(v, (u32)i * 8);
    out[kiln.at(k + 6, out_len, 18)] = kiln::to_be_i32(v) ^ v;
    out[kiln.at(k + 7, out_len, 20)] = (i32)kiln::saturating_pow_i8((i8)v, 2u);
    out[kiln.at(k + 8, out_len, 22)] = (i32)kiln::saturating_neg_i16(kiln::narrow<i16>(v));
    out[kiln.at(k + 9, out_len, 24)] = (i32)kiln::saturating_pow_u8((u8)v, 3u);
    const u32 positive = kiln::int_max((u32)v, 1u);
    const u32 value = positive;
    if (value <= 0) {
        kiln.fail(27);
    }
    const u32 value_1 = positive;
    if (value_1 <= 0) {
        kiln.fail(28);
    }
    logs[kiln.at(3 * i, logs_len, 29)] = kiln::ilog2_u32(value) + 100 * kiln::ilog10_u32(value_1);
    const u64 value_2 = (u64)positive * 77777777777ull;
    if (value_2 <= 0) {
        kiln.fail(31);
    }
    logs[kiln.at(3 * i + 1, logs_len, 32)] = kiln::ilog10_u64(value_2);
    const u32 value_3 = kiln::unsigned_abs_i32(v) / 2 + 1;
    if (value_3 <= 0) {
        kiln.fail(35);
    }
    logs[kiln.at(3 * i + 2, logs_len, 36)] = kiln::ilog2_u32(value_3);
    wide[kiln.at(i, wide_len, 38)] = kiln::to_be_u64(kiln::from_be_u64((u64)v));
    const double tiny = 2.2250738585072014e-308 / 4.0 * (double)v;
    floats[kiln.at(i, floats_len, 44)] = (double)(u32)kiln::is_subnormal_f64(tiny) + (double)kiln::float_midpoint_f32((float)v, 7.0f) + kiln::float_midpoint_f64(1.7976931348623157e308, 1.7976931348623157e308 / 2.0) / 1e300;
}
