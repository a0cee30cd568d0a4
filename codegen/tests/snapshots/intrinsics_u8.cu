typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: unsigned_by_size.3ee267ca abs_diff.9ceb5442 count_ones.9cb30544 fail_record.18877a3b fail.ebbbc3a8
//   int_clamp.8de0e666 int_max.1a21aab5 int_min.8439cc99 lane_id.154b932d lane_xor.0e2ead84 leading_zeros.515b8827
//   limits.6be52157 exchange.3a989a11 masked_shuffle.9afe57d0 match_bits.22a96a61 match_all.bac55bb7 match_any.6fd00ce2
//   mul_hi.bbe700f6 reverse_bits.a95dbe7c rotate_left.88f228ab rotate_right.9f55ac86 shuffle.610a0943
//   shuffle_down.ecb4c812 shuffle_up.3de2751a shuffle_xor.1e2afcac swap_bytes.003ca6d9 saturate.21627796 to.5dedd7cc
//   trailing_zeros.9737c9bc saturating_add_u8.de384a66 saturating_sub_u8.439d8399 saturating_mul_u8.cac6c7e7
//   pow_u8.6f101147 wrapping_pow_u8.8118ed65 leading_ones_u8.1c9ce0eb trailing_ones_u8.f6b0eb28 count_zeros_u8.04cb0aab
//   is_power_of_two_u8.250005c5 next_power_of_two_u8.8645f703 div_ceil_u8.189e0fdd int_div_euclid_u8.cb365982
//   int_rem_euclid_u8.ea2494fe next_multiple_of_u8.99ef393f isqrt_u8.6c3830fb midpoint_u8.f442fbb7
//   saturating_pow_u8.1308e7ef ilog2_u8.25fa2dee ilog10_u8.44ec6eb0 is_multiple_of_u8.4e6b1f5d
//   unbounded_shl_u8.a84aaa87 unbounded_shr_u8.2ae0aca3 to_be_u8.00f652bc from_be_u8.c2a7e6b4 warp_sum_u8.eb4bdf86
//   warp_min_u8.46447d13 warp_max_u8.c3325510 warp_and_u8.47514383 warp_or_u8.557088a9 warp_xor_u8.9898bdb1
//   warp_inclusive_sum_u8.0196e71c warp_exclusive_sum_u8.ce64114b warp_inclusive_min_u8.ecf2318d
//   warp_exclusive_min_u8.4c17335e warp_inclusive_max_u8.26301ec9 warp_exclusive_max_u8.7cf8b069 launch_info.80c5c7f4

extern "C" __global__ void intrinsics_u8(
    const u8* __restrict__ x, usize x_len,
    const u8* __restrict__ y, usize y_len,
    const u8* __restrict__ z, usize z_len,
    const u8* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const u8 wrapping_add = (u8)((u32)x[kiln.at(i, x_len, 2)] + y[kiln.at(i, y_len, 3)]);
    out[kiln.at(i * 65 + 0, out_len, 5)] = (u64)wrapping_add;
    const u8 wrapping_sub = (u8)((u32)x[kiln.at(i, x_len, 7)] - y[kiln.at(i, y_len, 8)]);
    out[kiln.at(i * 65 + 1, out_len, 10)] = (u64)wrapping_sub;
    const u8 wrapping_mul = (u8)((u32)x[kiln.at(i, x_len, 12)] * y[kiln.at(i, y_len, 13)]);
    out[kiln.at(i * 65 + 2, out_len, 15)] = (u64)wrapping_mul;
    const u8 wrapping_neg = (u8)-(u32)x[kiln.at(i, x_len, 17)];
    out[kiln.at(i * 65 + 3, out_len, 19)] = (u64)wrapping_neg;
    const u8 wrapping_shl = (u8)((u32)x[kiln.at(i, x_len, 21)] << (n[kiln.at(i, n_len, 22)] & 7));
    out[kiln.at(i * 65 + 4, out_len, 24)] = (u64)wrapping_shl;
    const u8 wrapping_shr = (u8)(x[kiln.at(i, x_len, 26)] >> (n[kiln.at(i, n_len, 27)] & 7));
    out[kiln.at(i * 65 + 5, out_len, 29)] = (u64)wrapping_shr;
    const u8 mul_hi = kiln::mul_hi(x[kiln.at(i, x_len, 31)], y[kiln.at(i, y_len, 32)]);
    out[kiln.at(i * 65 + 6, out_len, 34)] = (u64)mul_hi;
    const u8 saturating_add = kiln::saturating_add_u8(x[kiln.at(i, x_len, 36)], y[kiln.at(i, y_len, 37)]);
    out[kiln.at(i * 65 + 7, out_len, 39)] = (u64)saturating_add;
    const u8 saturating_sub = kiln::saturating_sub_u8(x[kiln.at(i, x_len, 41)], y[kiln.at(i, y_len, 42)]);
    out[kiln.at(i * 65 + 8, out_len, 44)] = (u64)saturating_sub;
    const u8 saturating_mul = kiln::saturating_mul_u8(x[kiln.at(i, x_len, 46)], y[kiln.at(i, y_len, 47)]);
    out[kiln.at(i * 65 + 9, out_len, 49)] = (u64)saturating_mul;
    const u8 abs_diff = kiln::abs_diff(x[kiln.at(i, x_len, 51)], y[kiln.at(i, y_len, 52)]);
    out[kiln.at(i * 65 + 10, out_len, 54)] = (u64)abs_diff;
    const u8 pow_ = kiln::pow_u8(x[kiln.at(i, x_len, 56)], n[kiln.at(i, n_len, 57)]);
    out[kiln.at(i * 65 + 11, out_len, 59)] = (u64)pow_;
    const u8 wrapping_pow = kiln::wrapping_pow_u8(x[kiln.at(i, x_len, 61)], n[kiln.at(i, n_len, 62)]);
    out[kiln.at(i * 65 + 12, out_len, 64)] = (u64)wrapping_pow;
    const u8 int_min = kiln::int_min(x[kiln.at(i, x_len, 66)], y[kiln.at(i, y_len, 67)]);
    out[kiln.at(i * 65 + 13, out_len, 69)] = (u64)int_min;
    const u8 int_max = kiln::int_max(x[kiln.at(i, x_len, 71)], y[kiln.at(i, y_len, 72)]);
    out[kiln.at(i * 65 + 14, out_len, 74)] = (u64)int_max;
    const u8 int_clamp = kiln::int_clamp(x[kiln.at(i, x_len, 76)], y[kiln.at(i, y_len, 77)], z[kiln.at(i, z_len, 78)]);
    out[kiln.at(i * 65 + 15, out_len, 80)] = (u64)int_clamp;
    const u32 leading_zeros = kiln::leading_zeros(x[kiln.at(i, x_len, 82)]);
    out[kiln.at(i * 65 + 16, out_len, 84)] = (u64)leading_zeros;
    const u32 trailing_zeros = kiln::trailing_zeros(x[kiln.at(i, x_len, 86)]);
    out[kiln.at(i * 65 + 17, out_len, 88)] = (u64)trailing_zeros;
    const u32 leading_ones = kiln::leading_ones_u8(x[kiln.at(i, x_len, 90)]);
    out[kiln.at(i * 65 + 18, out_len, 92)] = (u64)leading_ones;
    const u32 trailing_ones = kiln::trailing_ones_u8(x[kiln.at(i, x_len, 94)]);
    out[kiln.at(i * 65 + 19, out_len, 96)] = (u64)trailing_ones;
    const u32 count_ones = kiln::count_ones(x[kiln.at(i, x_len, 98)]);
    out[kiln.at(i * 65 + 20, out_len, 100)] = (u64)count_ones;
    const u32 count_zeros = kiln::count_zeros_u8(x[kiln.at(i, x_len, 102)]);
    out[kiln.at(i * 65 + 21, out_len, 104)] = (u64)count_zeros;
    const u8 rotate_left = kiln::rotate_left(x[kiln.at(i, x_len, 106)], n[kiln.at(i, n_len, 107)]);
    out[kiln.at(i * 65 + 22, out_len, 109)] = (u64)rotate_left;
    const u8 rotate_right = kiln::rotate_right(x[kiln.at(i, x_len, 111)], n[kiln.at(i, n_len, 112)]);
    out[kiln.at(i * 65 + 23, out_len, 114)] = (u64)rotate_right;
    const u8 swap_bytes = kiln::swap_bytes(x[kiln.at(i, x_len, 116)]);
    out[kiln.at(i * 65 + 24, out_len, 118)] = (u64)swap_bytes;
    const u8 reverse_bits = kiln::reverse_bits(x[kiln.at(i, x_len, 120)]);
    out[kiln.at(i * 65 + 25, out_len, 122)] = (u64)reverse_bits;
    const bool is_power_of_two = kiln::is_power_of_two_u8(x[kiln.at(i, x_len, 124)]);
    out[kiln.at(i * 65 + 26, out_len, 126)] = (u64)is_power_of_two;
    const u8 next_power_of_two = kiln::next_power_of_two_u8(x[kiln.at(i, x_len, 128)]);
    out[kiln.at(i * 65 + 27, out_len, 130)] = (u64)next_power_of_two;
    const u8 div_ceil = kiln.div_ceil_u8(x[kiln.at(i, x_len, 132)], y[kiln.at(i, y_len, 133)], 134);
    out[kiln.at(i * 65 + 28, out_len, 136)] = (u64)div_ceil;
    const u8 int_div_euclid = kiln.int_div_euclid_u8(x[kiln.at(i, x_len, 138)], y[kiln.at(i, y_len, 139)], 140);
    out[kiln.at(i * 65 + 29, out_len, 142)] = (u64)int_div_euclid;
    const u8 int_rem_euclid = kiln.int_rem_euclid_u8(x[kiln.at(i, x_len, 144)], y[kiln.at(i, y_len, 145)], 146);
    out[kiln.at(i * 65 + 30, out_len, 148)] = (u64)int_rem_euclid;
    const u8 next_multiple_of = kiln.next_multiple_of_u8(x[kiln.at(i, x_len, 150)], y[kiln.at(i, y_len, 151)], 152);
    out[kiln.at(i * 65 + 31, out_len, 154)] = (u64)next_multiple_of;
    const u8 isqrt = kiln::isqrt_u8(x[kiln.at(i, x_len, 156)]);
    out[kiln.at(i * 65 + 32, out_len, 158)] = (u64)isqrt;
    const u8 midpoint = kiln::midpoint_u8(x[kiln.at(i, x_len, 160)], y[kiln.at(i, y_len, 161)]);
    out[kiln.at(i * 65 + 33, out_len, 163)] = (u64)midpoint;
    const u8 saturating_pow = kiln::saturating_pow_u8(x[kiln.at(i, x_len, 165)], n[kiln.at(i, n_len, 166)]);
    out[kiln.at(i * 65 + 34, out_len, 168)] = (u64)saturating_pow;
    const u32 ilog2 = kiln::ilog2_u8(x[kiln.at(i, x_len, 170)]);
    out[kiln.at(i * 65 + 35, out_len, 172)] = (u64)ilog2;
    const u32 ilog10 = kiln::ilog10_u8(x[kiln.at(i, x_len, 174)]);
    out[kiln.at(i * 65 + 36, out_len, 176)] = (u64)ilog10;
    const bool is_multiple_of = kiln::is_multiple_of_u8(x[kiln.at(i, x_len, 178)], y[kiln.at(i, y_len, 179)]);
    out[kiln.at(i * 65 + 37, out_len, 181)] = (u64)is_multiple_of;
    const u8 unbounded_shl = kiln::unbounded_shl_u8(x[kiln.at(i, x_len, 183)], n[kiln.at(i, n_len, 184)]);
    out[kiln.at(i * 65 + 38, out_len, 186)] = (u64)unbounded_shl;
    const u8 unbounded_shr = kiln::unbounded_shr_u8(x[kiln.at(i, x_len, 188)], n[kiln.at(i, n_len, 189)]);
    out[kiln.at(i * 65 + 39, out_len, 191)] = (u64)unbounded_shr;
    const u8 to_be = kiln::to_be_u8(x[kiln.at(i, x_len, 193)]);
    out[kiln.at(i * 65 + 40, out_len, 195)] = (u64)to_be;
    const u8 from_be = kiln::from_be_u8(x[kiln.at(i, x_len, 197)]);
    out[kiln.at(i * 65 + 41, out_len, 199)] = (u64)from_be;
    const u8 to_le = x[kiln.at(i, x_len, 201)];
    out[kiln.at(i * 65 + 42, out_len, 203)] = (u64)to_le;
    const u8 from_le = x[kiln.at(i, x_len, 205)];
    out[kiln.at(i * 65 + 43, out_len, 207)] = (u64)from_le;
    const u8 shuffle = kiln::shuffle(x[kiln.at(i, x_len, 209)], n[kiln.at(i, n_len, 210)]);
    out[kiln.at(i * 65 + 44, out_len, 212)] = (u64)shuffle;
    const u8 shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 214)], n[kiln.at(i, n_len, 215)]);
    out[kiln.at(i * 65 + 45, out_len, 217)] = (u64)shuffle_up;
    const u8 shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 219)], n[kiln.at(i, n_len, 220)]);
    out[kiln.at(i * 65 + 46, out_len, 222)] = (u64)shuffle_down;
    const u8 shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 224)], n[kiln.at(i, n_len, 225)]);
    out[kiln.at(i * 65 + 47, out_len, 227)] = (u64)shuffle_xor;
    const u8 masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 229)], n[kiln.at(i, n_len, 230)], n[kiln.at(i, n_len, 231)]);
    out[kiln.at(i * 65 + 48, out_len, 233)] = (u64)masked_shuffle;
    const u8 warp_sum = kiln::warp_sum_u8(x[kiln.at(i, x_len, 235)]);
    out[kiln.at(i * 65 + 49, out_len, 237)] = (u64)warp_sum;
    const u8 warp_min = kiln::warp_min_u8(x[kiln.at(i, x_len, 239)]);
    out[kiln.at(i * 65 + 50, out_len, 241)] = (u64)warp_min;
    const u8 warp_max = kiln::warp_max_u8(x[kiln.at(i, x_len, 243)]);
    out[kiln.at(i * 65 + 51, out_len, 245)] = (u64)warp_max;
    const u8 warp_and = kiln::warp_and_u8(x[kiln.at(i, x_len, 247)]);
    out[kiln.at(i * 65 + 52, out_len, 249)] = (u64)warp_and;
    const u8 warp_or = kiln::warp_or_u8(x[kiln.at(i, x_len, 251)]);
    out[kiln.at(i * 65 + 53, out_len, 253)] = (u64)warp_or;
    const u8 warp_xor = kiln::warp_xor_u8(x[kiln.at(i, x_len, 255)]);
    out[kiln.at(i * 65 + 54, out_len, 257)] = (u64)warp_xor;
    const u8 warp_inclusive_sum = kiln::warp_inclusive_sum_u8(x[kiln.at(i, x_len, 259)]);
    out[kiln.at(i * 65 + 55, out_len, 261)] = (u64)warp_inclusive_sum;
    const u8 warp_exclusive_sum = kiln::warp_exclusive_sum_u8(x[kiln.at(i, x_len, 263)]);
    out[kiln.at(i * 65 + 56, out_len, 265)] = (u64)warp_exclusive_sum;
    const u8 warp_inclusive_min = kiln::warp_inclusive_min_u8(x[kiln.at(i, x_len, 267)]);
    out[kiln.at(i * 65 + 57, out_len, 269)] = (u64)warp_inclusive_min;
    const u8 warp_exclusive_min = kiln::warp_exclusive_min_u8(x[kiln.at(i, x_len, 271)]);
    out[kiln.at(i * 65 + 58, out_len, 273)] = (u64)warp_exclusive_min;
    const u8 warp_inclusive_max = kiln::warp_inclusive_max_u8(x[kiln.at(i, x_len, 275)]);
    out[kiln.at(i * 65 + 59, out_len, 277)] = (u64)warp_inclusive_max;
    const u8 warp_exclusive_max = kiln::warp_exclusive_max_u8(x[kiln.at(i, x_len, 279)]);
    out[kiln.at(i * 65 + 60, out_len, 281)] = (u64)warp_exclusive_max;
    const u8 broadcast = kiln::shuffle(x[kiln.at(i, x_len, 283)], n[kiln.at(i, n_len, 284)]);
    out[kiln.at(i * 65 + 61, out_len, 286)] = (u64)broadcast;
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 288)]);
    out[kiln.at(i * 65 + 62, out_len, 290)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 292)]);
    out[kiln.at(i * 65 + 63, out_len, 294)] = (u64)match_all;
    const u8 lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 296)], n[kiln.at(i, n_len, 297)]);
    out[kiln.at(i * 65 + 64, out_len, 299)] = (u64)lane_xor;
}
