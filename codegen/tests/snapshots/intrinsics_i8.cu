typedef signed char i8;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: unsigned_by_size.3ee267ca abs_diff.9ceb5442 count_ones.9cb30544 count_zeros.fb075ed8 fail_record.18877a3b
//   fail.ebbbc3a8 ilog10.1b0e80be leading_zeros.515b8827 ilog2.f6785e8d magnitude.ed66cbfc int_abs.de8d375a
//   int_clamp.8de0e666 limits.6be52157 int_div_euclid.b207836e int_max.1a21aab5 int_min.8439cc99
//   int_rem_euclid.3670553d int_signum.bda12c4a lane_xor.0e2ead84 leading_ones.7f77f24a exchange.3a989a11
//   masked_shuffle.9afe57d0 match_bits.22a96a61 match_all.bac55bb7 match_any.6fd00ce2 midpoint.8e59a38b narrow.274b3146
//   pow.01a436dc reverse_bits.a95dbe7c rotate_left.88f228ab rotate_right.9f55ac86 saturating_neg.10f728cd
//   saturating_abs.260b7b45 saturate.21627796 saturating_add.ad000268 saturating_mul.cd6bf630 saturating_pow.bd902c31
//   saturating_sub.39da9346 shuffle.610a0943 lane_id.154b932d shuffle_down.ecb4c812 shuffle_up.3de2751a
//   shuffle_xor.1e2afcac swap_bytes.003ca6d9 trailing_zeros.9737c9bc trailing_ones.8e35773f unbounded_shl.3ae8a449
//   unbounded_shr.6cd2baa9 unsigned_abs.06cb2aa3 warp_reduce.9c7e2ddd warp_and.8e63a23e warp_scan.8b5b0d3b
//   warp_scan_below.359c3673 least_value.28fc9395 greatest.735e43d5 warp_exclusive_max.91e0fe91 greatest_value.d7fc860c
//   least.2cba5021 warp_exclusive_min.4030bb06 wrapping_add.8c3cd662 warp_exclusive_sum.bcf92518
//   warp_inclusive_max.1b0d2144 warp_inclusive_min.20ecd36f warp_inclusive_sum.8c9f08f3 warp_max.28b331ff
//   warp_min.eaea468c warp_or.28af182c warp_sum.9f3626ce warp_xor.58e9c54f launch_info.fb775e50

extern "C" __global__ void intrinsics_i8(
    const i8* __restrict__ x, usize x_len,
    const i8* __restrict__ y, usize y_len,
    const i8* __restrict__ z, usize z_len,
    const u8* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const i8 wrapping_add = (i8)((u32)x[kiln.at(i, x_len, 2)] + y[kiln.at(i, y_len, 3)]);
    out[kiln.at(i * 66 + 0, out_len, 5)] = (u64)wrapping_add;
    const i8 wrapping_sub = kiln::narrow<i8>((u32)x[kiln.at(i, x_len, 7)] - y[kiln.at(i, y_len, 8)]);
    out[kiln.at(i * 66 + 1, out_len, 10)] = (u64)wrapping_sub;
    const i8 wrapping_mul = kiln::narrow<i8>((u32)x[kiln.at(i, x_len, 12)] * y[kiln.at(i, y_len, 13)]);
    out[kiln.at(i * 66 + 2, out_len, 15)] = (u64)wrapping_mul;
    const i8 wrapping_neg = kiln::narrow<i8>(-(u32)x[kiln.at(i, x_len, 17)]);
    out[kiln.at(i * 66 + 3, out_len, 19)] = (u64)wrapping_neg;
    const i8 wrapping_shl = (i8)((u32)x[kiln.at(i, x_len, 21)] << (n[kiln.at(i, n_len, 22)] & 7));
    out[kiln.at(i * 66 + 4, out_len, 24)] = (u64)wrapping_shl;
    const i8 wrapping_shr = (i8)(x[kiln.at(i, x_len, 26)] >> (n[kiln.at(i, n_len, 27)] & 7));
    out[kiln.at(i * 66 + 5, out_len, 29)] = (u64)wrapping_shr;
    const i8 saturating_add = kiln::saturating_add(x[kiln.at(i, x_len, 31)], y[kiln.at(i, y_len, 32)]);
    out[kiln.at(i * 66 + 6, out_len, 34)] = (u64)saturating_add;
    const i8 saturating_sub = kiln::saturating_sub(x[kiln.at(i, x_len, 36)], y[kiln.at(i, y_len, 37)]);
    out[kiln.at(i * 66 + 7, out_len, 39)] = (u64)saturating_sub;
    const i8 saturating_mul = kiln::saturating_mul(x[kiln.at(i, x_len, 41)], y[kiln.at(i, y_len, 42)]);
    out[kiln.at(i * 66 + 8, out_len, 44)] = (u64)saturating_mul;
    const i8 int_abs = kiln::int_abs(x[kiln.at(i, x_len, 46)]);
    out[kiln.at(i * 66 + 9, out_len, 48)] = (u64)int_abs;
    const u8 unsigned_abs = kiln::unsigned_abs(x[kiln.at(i, x_len, 50)]);
    out[kiln.at(i * 66 + 10, out_len, 52)] = (u64)unsigned_abs;
    const u8 abs_diff = kiln::abs_diff(x[kiln.at(i, x_len, 54)], y[kiln.at(i, y_len, 55)]);
    out[kiln.at(i * 66 + 11, out_len, 57)] = (u64)abs_diff;
    const i8 pow_ = kiln::pow(x[kiln.at(i, x_len, 59)], n[kiln.at(i, n_len, 60)]);
    out[kiln.at(i * 66 + 12, out_len, 62)] = (u64)pow_;
    const i8 wrapping_pow = kiln::pow(x[kiln.at(i, x_len, 64)], n[kiln.at(i, n_len, 65)]);
    out[kiln.at(i * 66 + 13, out_len, 67)] = (u64)wrapping_pow;
    const i8 int_signum = kiln::int_signum(x[kiln.at(i, x_len, 69)]);
    out[kiln.at(i * 66 + 14, out_len, 71)] = (u64)int_signum;
    const i8 int_min = kiln::int_min(x[kiln.at(i, x_len, 73)], y[kiln.at(i, y_len, 74)]);
    out[kiln.at(i * 66 + 15, out_len, 76)] = (u64)int_min;
    const i8 int_max = kiln::int_max(x[kiln.at(i, x_len, 78)], y[kiln.at(i, y_len, 79)]);
    out[kiln.at(i * 66 + 16, out_len, 81)] = (u64)int_max;
    const i8 int_clamp = kiln::int_clamp(x[kiln.at(i, x_len, 83)], y[kiln.at(i, y_len, 84)], z[kiln.at(i, z_len, 85)]);
    out[kiln.at(i * 66 + 17, out_len, 87)] = (u64)int_clamp;
    const u32 leading_zeros = kiln::leading_zeros(x[kiln.at(i, x_len, 89)]);
    out[kiln.at(i * 66 + 18, out_len, 91)] = (u64)leading_zeros;
    const u32 trailing_zeros = kiln::trailing_zeros(x[kiln.at(i, x_len, 93)]);
    out[kiln.at(i * 66 + 19, out_len, 95)] = (u64)trailing_zeros;
    const u32 leading_ones = kiln::leading_ones(x[kiln.at(i, x_len, 97)]);
    out[kiln.at(i * 66 + 20, out_len, 99)] = (u64)leading_ones;
    const u32 trailing_ones = kiln::trailing_ones(x[kiln.at(i, x_len, 101)]);
    out[kiln.at(i * 66 + 21, out_len, 103)] = (u64)trailing_ones;
    const u32 count_ones = kiln::count_ones(x[kiln.at(i, x_len, 105)]);
    out[kiln.at(i * 66 + 22, out_len, 107)] = (u64)count_ones;
    const u32 count_zeros = kiln::count_zeros(x[kiln.at(i, x_len, 109)]);
    out[kiln.at(i * 66 + 23, out_len, 111)] = (u64)count_zeros;
    const i8 rotate_left = kiln::rotate_left(x[kiln.at(i, x_len, 113)], n[kiln.at(i, n_len, 114)]);
    out[kiln.at(i * 66 + 24, out_len, 116)] = (u64)rotate_left;
    const i8 rotate_right = kiln::rotate_right(x[kiln.at(i, x_len, 118)], n[kiln.at(i, n_len, 119)]);
    out[kiln.at(i * 66 + 25, out_len, 121)] = (u64)rotate_right;
    const i8 swap_bytes = kiln::swap_bytes(x[kiln.at(i, x_len, 123)]);
    out[kiln.at(i * 66 + 26, out_len, 125)] = (u64)swap_bytes;
    const i8 reverse_bits = kiln::reverse_bits(x[kiln.at(i, x_len, 127)]);
    out[kiln.at(i * 66 + 27, out_len, 129)] = (u64)reverse_bits;
    const i8 int_div_euclid = kiln.int_div_euclid(x[kiln.at(i, x_len, 131)], y[kiln.at(i, y_len, 132)], 133);
    out[kiln.at(i * 66 + 28, out_len, 135)] = (u64)int_div_euclid;
    const i8 int_rem_euclid = kiln.int_rem_euclid(x[kiln.at(i, x_len, 137)], y[kiln.at(i, y_len, 138)], 139);
    out[kiln.at(i * 66 + 29, out_len, 141)] = (u64)int_rem_euclid;
    const bool is_positive = (x[kiln.at(i, x_len, 143)] > 0);
    out[kiln.at(i * 66 + 30, out_len, 145)] = (u64)is_positive;
    const bool is_negative = (x[kiln.at(i, x_len, 147)] < 0);
    out[kiln.at(i * 66 + 31, out_len, 149)] = (u64)is_negative;
    const i8 midpoint = kiln::midpoint(x[kiln.at(i, x_len, 151)], y[kiln.at(i, y_len, 152)]);
    out[kiln.at(i * 66 + 32, out_len, 154)] = (u64)midpoint;
    const i8 saturating_neg = kiln::saturating_neg(x[kiln.at(i, x_len, 156)]);
    out[kiln.at(i * 66 + 33, out_len, 158)] = (u64)saturating_neg;
    const i8 saturating_abs = kiln::saturating_abs(x[kiln.at(i, x_len, 160)]);
    out[kiln.at(i * 66 + 34, out_len, 162)] = (u64)saturating_abs;
    const i8 saturating_pow = kiln::saturating_pow(x[kiln.at(i, x_len, 164)], n[kiln.at(i, n_len, 165)]);
    out[kiln.at(i * 66 + 35, out_len, 167)] = (u64)saturating_pow;
    const i8 wrapping_abs = kiln::int_abs(x[kiln.at(i, x_len, 169)]);
    out[kiln.at(i * 66 + 36, out_len, 171)] = (u64)wrapping_abs;
    const u32 ilog2 = kiln::ilog2(x[kiln.at(i, x_len, 173)]);
    out[kiln.at(i * 66 + 37, out_len, 175)] = (u64)ilog2;
    const u32 ilog10 = kiln::ilog10(x[kiln.at(i, x_len, 177)]);
    out[kiln.at(i * 66 + 38, out_len, 179)] = (u64)ilog10;
    const i8 unbounded_shl = kiln::unbounded_shl(x[kiln.at(i, x_len, 181)], n[kiln.at(i, n_len, 182)]);
    out[kiln.at(i * 66 + 39, out_len, 184)] = (u64)unbounded_shl;
    const i8 unbounded_shr = kiln::unbounded_shr(x[kiln.at(i, x_len, 186)], n[kiln.at(i, n_len, 187)]);
    out[kiln.at(i * 66 + 40, out_len, 189)] = (u64)unbounded_shr;
    const i8 to_be = kiln::swap_bytes(x[kiln.at(i, x_len, 191)]);
    out[kiln.at(i * 66 + 41, out_len, 193)] = (u64)to_be;
    const i8 from_be = kiln::swap_bytes(x[kiln.at(i, x_len, 195)]);
    out[kiln.at(i * 66 + 42, out_len, 197)] = (u64)from_be;
    const i8 to_le = x[kiln.at(i, x_len, 199)];
    out[kiln.at(i * 66 + 43, out_len, 201)] = (u64)to_le;
    const i8 from_le = x[kiln.at(i, x_len, 203)];
    out[kiln.at(i * 66 + 44, out_len, 205)] = (u64)from_le;
    const i8 shuffle = kiln::shuffle(x[kiln.at(i, x_len, 207)], n[kiln.at(i, n_len, 208)]);
    out[kiln.at(i * 66 + 45, out_len, 210)] = (u64)shuffle;
    const i8 shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 212)], n[kiln.at(i, n_len, 213)]);
    out[kiln.at(i * 66 + 46, out_len, 215)] = (u64)shuffle_up;
    const i8 shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 217)], n[kiln.at(i, n_len, 218)]);
    out[kiln.at(i * 66 + 47, out_len, 220)] = (u64)shuffle_down;
    const i8 shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 222)], n[kiln.at(i, n_len, 223)]);
    out[kiln.at(i * 66 + 48, out_len, 225)] = (u64)shuffle_xor;
    const i8 masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 227)], n[kiln.at(i, n_len, 228)], n[kiln.at(i, n_len, 229)]);
    out[kiln.at(i * 66 + 49, out_len, 231)] = (u64)masked_shuffle;
    const i8 warp_sum = kiln::warp_sum(x[kiln.at(i, x_len, 233)]);
    out[kiln.at(i * 66 + 50, out_len, 235)] = (u64)warp_sum;
    const i8 warp_min = kiln::warp_min(x[kiln.at(i, x_len, 237)]);
    out[kiln.at(i * 66 + 51, out_len, 239)] = (u64)warp_min;
    const i8 warp_max = kiln::warp_max(x[kiln.at(i, x_len, 241)]);
    out[kiln.at(i * 66 + 52, out_len, 243)] = (u64)warp_max;
    const i8 warp_and = kiln::warp_and(x[kiln.at(i, x_len, 245)]);
    out[kiln.at(i * 66 + 53, out_len, 247)] = (u64)warp_and;
    const i8 warp_or = kiln::warp_or(x[kiln.at(i, x_len, 249)]);
    out[kiln.at(i * 66 + 54, out_len, 251)] = (u64)warp_or;
    const i8 warp_xor = kiln::warp_xor(x[kiln.at(i, x_len, 253)]);
    out[kiln.at(i * 66 + 55, out_len, 255)] = (u64)warp_xor;
    const i8 warp_inclusive_sum = kiln::warp_inclusive_sum(x[kiln.at(i, x_len, 257)]);
    out[kiln.at(i * 66 + 56, out_len, 259)] = (u64)warp_inclusive_sum;
    const i8 warp_exclusive_sum = kiln::warp_exclusive_sum(x[kiln.at(i, x_len, 261)]);
    out[kiln.at(i * 66 + 57, out_len, 263)] = (u64)warp_exclusive_sum;
    const i8 warp_inclusive_min = kiln::warp_inclusive_min(x[kiln.at(i, x_len, 265)]);
    out[kiln.at(i * 66 + 58, out_len, 267)] = (u64)warp_inclusive_min;
    const i8 warp_exclusive_min = kiln::warp_exclusive_min(x[kiln.at(i, x_len, 269)]);
    out[kiln.at(i * 66 + 59, out_len, 271)] = (u64)warp_exclusive_min;
    const i8 warp_inclusive_max = kiln::warp_inclusive_max(x[kiln.at(i, x_len, 273)]);
    out[kiln.at(i * 66 + 60, out_len, 275)] = (u64)warp_inclusive_max;
    const i8 warp_exclusive_max = kiln::warp_exclusive_max(x[kiln.at(i, x_len, 277)]);
    out[kiln.at(i * 66 + 61, out_len, 279)] = (u64)warp_exclusive_max;
    const i8 broadcast = kiln::shuffle(x[kiln.at(i, x_len, 281)], n[kiln.at(i, n_len, 282)]);
    out[kiln.at(i * 66 + 62, out_len, 284)] = (u64)broadcast;
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 286)]);
    out[kiln.at(i * 66 + 63, out_len, 288)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 290)]);
    out[kiln.at(i * 66 + 64, out_len, 292)] = (u64)match_all;
    const i8 lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 294)], n[kiln.at(i, n_len, 295)]);
    out[kiln.at(i * 66 + 65, out_len, 297)] = (u64)lane_xor;
}
