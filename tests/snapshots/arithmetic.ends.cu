typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 float_midpoint.a2e7f751 ilog10.1b0e80be unsigned_by_size.3ee267ca
//   leading_zeros.515b8827 ilog2.f6785e8d magnitude.ed66cbfc int_abs.de8d375a int_max.1a21aab5 is_subnormal.ee40cdd3
//   narrow.274b3146 limits.6be52157 saturating_neg.10f728cd saturating_abs.260b7b45 saturate.21627796
//   saturating_mul.cd6bf630 saturating_pow.bd902c31 swap_bytes.003ca6d9 unbounded_shl.3ae8a449 unbounded_shr.6cd2baa9
//   unsigned_abs.06cb2aa3 launch_info.f0b3b588

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
    out[kiln.at(k, out_len, 6)] = kiln::saturating_neg(v);
    out[kiln.at(k + 1, out_len, 8)] = kiln::saturating_abs(v);
    out[kiln.at(k + 2, out_len, 10)] = kiln::saturating_pow(v, 3u);
    out[kiln.at(k + 3, out_len, 12)] = kiln::int_abs(v);
    out[kiln.at(k + 4, out_len, 14)] = kiln::unbounded_shl(v, (u32)i * 8);
    out[kiln.at(k + 5, out_len, 16)] = kiln::unbounded_shr(v, (u32)i * 8);
    out[kiln.at(k + 6, out_len, 18)] = kiln::swap_bytes(v) ^ v;
    out[kiln.at(k + 7, out_len, 20)] = (i32)kiln::saturating_pow((i8)v, 2u);
    out[kiln.at(k + 8, out_len, 22)] = (i32)kiln::saturating_neg(kiln::narrow<i16>(v));
    out[kiln.at(k + 9, out_len, 24)] = (i32)kiln::saturating_pow((u8)v, 3u);
    const u32 positive = kiln::int_max((u32)v, 1u);
    const u32 value = positive;
    if (value <= 0) {
        kiln.fail(27);
    }
    const u32 value_1 = positive;
    if (value_1 <= 0) {
        kiln.fail(28);
    }
    logs[kiln.at(3 * i, logs_len, 29)] = kiln::ilog2(value) + 100 * kiln::ilog10(value_1);
    const u64 value_2 = (u64)positive * 77777777777ull;
    if (value_2 <= 0) {
        kiln.fail(31);
    }
    logs[kiln.at(3 * i + 1, logs_len, 32)] = kiln::ilog10(value_2);
    const u32 value_3 = kiln::unsigned_abs(v) / 2 + 1;
    if (value_3 <= 0) {
        kiln.fail(35);
    }
    logs[kiln.at(3 * i + 2, logs_len, 36)] = kiln::ilog2(value_3);
    wide[kiln.at(i, wide_len, 38)] = kiln::swap_bytes(kiln::swap_bytes((u64)v));
    const double tiny = 2.2250738585072014e-308 / 4.0 * (double)v;
    floats[kiln.at(i, floats_len, 44)] = (double)(u32)kiln::is_subnormal((u64)__double_as_longlong(tiny), 0x7ff0000000000000ull) + (double)kiln::float_midpoint((float)v, 7.0f) + kiln::float_midpoint(1.7976931348623157e308, 1.7976931348623157e308 / 2.0) / 1e300;
}
