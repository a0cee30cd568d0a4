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
//   trailing_zeros.9737c9bc saturating_add_u64.6cd29426 saturating_sub_u64.bf257835 saturating_mul_u64.c55f9d43
//   pow_u64.ca1e57d3 wrapping_pow_u64.0157d07e leading_ones_u64.cdd0ed64 trailing_ones_u64.2417ee66
//   count_zeros_u64.0e921491 is_power_of_two_u64.8545ade9 next_power_of_two_u64.090b4270 div_ceil_u64.4268445c
//   int_div_euclid_u64.2f54eff2 int_rem_euclid_u64.8cb3a623 next_multiple_of_u64.87ff1f0f isqrt_u64.14f65637
//   midpoint_u64.78109133 saturating_pow_u64.9b3979c8 ilog2_u64.2bbaf482 ilog10_u64.4dfb71a8
//   is_multiple_of_u64.6694f830 unbounded_shl_u64.c016e7f8 unbounded_shr_u64.34845102 to_be_u64.d079e270
//   from_be_u64.18f4e2ad warp_sum_u64.b5659ad1 warp_min_u64.5fe25396 warp_max_u64.b78ca39b warp_and_u64.44851908
//   warp_or_u64.5c073ff4 warp_xor_u64.12873432 warp_inclusive_sum_u64.d7a04f2b warp_exclusive_sum_u64.1dcdbe75
//   warp_inclusive_min_u64.2968abc1 warp_exclusive_min_u64.857f1383 warp_inclusive_max_u64.ad110040
//   warp_exclusive_max_u64.efa38be2 launch_info.72e65c1f

extern "C" __global__ void intrinsics_u64(
    const u64* __restrict__ x, usize x_len,
    const u64* __restrict__ y, usize y_len,
    const u64* __restrict__ z, usize z_len,
    const u64* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const u64 wrapping_add = x[kiln.at(i, x_len, 2)] + y[kiln.at(i, y_len, 3)];
    out[kiln.at(i * 65 + 0, out_len, 5)] = wrapping_add;
    const u64 wrapping_sub = x[kiln.at(i, x_len, 7)] - y[kiln.at(i, y_len, 8)];
    out[kiln.at(i * 65 + 1, out_len, 10)] = wrapping_sub;
    const u64 wrapping_mul = x[kiln.at(i, x_len, 12)] * y[kiln.at(i, y_len, 13)];
    out[kiln.at(i * 65 + 2, out_len, 15)] = wrapping_mul;
    const u64 wrapping_neg = -x[kiln.at(i, x_len, 17)];
    out[kiln.at(i * 65 + 3, out_len, 19)] = wrapping_neg;
    const u64 wrapping_shl = x[kiln.at(i, x_len, 21)] << (n[kiln.at(i, n_len, 22)] & 63);
    out[kiln.at(i * 65 + 4, out_len, 24)] = wrapping_shl;
    const u64 wrapping_shr = x[kiln.at(i, x_len, 26)] >> (n[kiln.at(i, n_len, 27)] & 63);
    out[kiln.at(i * 65 + 5, out_len, 29)] = wrapping_shr;
    const u64 mul_hi = kiln::mul_hi(x[kiln.at(i, x_len, 31)], y[kiln.at(i, y_len, 32)]);
    out[kiln.at(i * 65 + 6, out_len, 34)] = mul_hi;
    const u64 saturating_add = kiln::saturating_add_u64(x[kiln.at(i, x_len, 36)], y[kiln.at(i, y_len, 37)]);
    out[kiln.at(i * 65 + 7, out_len, 39)] = saturating_add;
    const u64 saturating_sub = kiln::saturating_sub_u64(x[kiln.at(i, x_len, 41)], y[kiln.at(i, y_len, 42)]);
    out[kiln.at(i * 65 + 8, out_len, 44)] = saturating_sub;
    const u64 saturating_mul = kiln::saturating_mul_u64(x[kiln.at(i, x_len, 46)], y[kiln.at(i, y_len, 47)]);
    out[kiln.at(i * 65 + 9, out_len, 49)] = saturating_mul;
    const u64 abs_diff = kiln::abs_diff(x[kiln.at(i, x_len, 51)], y[kiln.at(i, y_len, 52)]);
    out[kiln.at(i * 65 + 10, out_len, 54)] = abs_diff;
    const u64 pow_ = kiln::pow_u64(x[kiln.at(i, x_len, 56)], n[kiln.at(i, n_len, 57)]);
    out[kiln.at(i * 65 + 11, out_len, 59)] = pow_;
    const u64 wrapping_pow = kiln::wrapping_pow_u64(x[kiln.at(i, x_len, 61)], n[kiln.at(i, n_len, 62)]);
    out[kiln.at(i * 65 + 12, out_len, 64)] = wrapping_pow;
    const u64 int_min = kiln::int_min(x[kiln.at(i, x_len, 66)], y[kiln.at(i, y_len, 67)]);
    out[kiln.at(i * 65 + 13, out_len, 69)] = int_min;
    const u64 int_max = kiln::int_max(x[kiln.at(i, x_len, 71)], y[kiln.at(i, y_len, 72)]);
    out[kiln.at(i * 65 + 14, out_len, 74)] = int_max;
    const u64 int_clamp = kiln::int_clamp(x[kiln.at(i, x_len, 76)], y[kiln.at(i, y_len, 77)], z[kiln.at(i, z_len, 78)]);
    out[kiln.at(i * 65 + 15, out_len, 80)] = int_clamp;
    const u32 leading_zeros = kiln::leading_zeros(x[kiln.at(i, x_len, 82)]);
    out[kiln.at(i * 65 + 16, out_len, 84)] = (u64)leading_zeros;
    const u32 trailing_zeros = kiln::trailing_zeros(x[kiln.at(i, x_len, 86)]);
    out[kiln.at(i * 65 + 17, out_len, 88)] = (u64)trailing_zeros;
    const u32 leading_ones = kiln::leading_ones_u64(x[kiln.at(i, x_len, 90)]);
    out[kiln.at(i * 65 + 18, out_len, 92)] = (u64)leading_ones;
    const u32 trailing_ones = kiln::trailing_ones_u64(x[kiln.at(i, x_len, 94)]);
    out[kiln.at(i * 65 + 19, out_len, 96)] = (u64)trailing_ones;
    const u32 count_ones = kiln::count_ones(x[kiln.at(i, x_len, 98)]);
    out[kiln.at(i * 65 + 20, out_len, 100)] = (u64)count_ones;
    const u32 count_zeros = kiln::count_zeros_u64(x[kiln.at(i, x_len, 102)]);
    out[kiln.at(i * 65 + 21, out_len, 104)] = (u64)count_zeros;
    const u64 rotate_left = kiln::rotate_left(x[kiln.at(i, x_len, 106)], n[kiln.at(i, n_len, 107)]);
    out[kiln.at(i * 65 + 22, out_len, 109)] = rotate_left;
    const u64 rotate_right = kiln::rotate_right(x[kiln.at(i, x_len, 111)], n[kiln.at(i, n_len, 112)]);
    out[kiln.at(i * 65 + 23, out_len, 114)] = rotate_right;
    const u64 swap_bytes = kiln::swap_bytes(x[kiln.at(i, x_len, 116)]);
    out[kiln.at(i * 65 + 24, out_len, 118)] = swap_bytes;
    const u64 reverse_bits = kiln::reverse_bits(x[kiln.at(i, x_len, 120)]);
    out[kiln.at(i * 65 + 25, out_len, 122)] = reverse_bits;
    const bool is_power_of_two = kiln::is_power_of_two_u64(x[kiln.at(i, x_len, 124)]);
    out[kiln.at(i * 65 + 26, out_len, 126)] = (u64)is_power_of_two;
    const u64 next_power_of_two = kiln::next_power_of_two_u64(x[kiln.at(i, x_len, 128)]);
    out[kiln.at(i * 65 + 27, out_len, 130)] = next_power_of_two;
    const u64 div_ceil = kiln.div_ceil_u64(x[kiln.at(i, x_len, 132)], y[kiln.at(i, y_len, 133)], 134);
    out[kiln.at(i * 65 + 28, out_len, 136)] = div_ceil;
    const u64 int_div_euclid = kiln.int_div_euclid_u64(x[kiln.at(i, x_len, 138)], y[kiln.at(i, y_len, 139)], 140);
    out[kiln.at(i * 65 + 29, out_len, 142)] = int_div_euclid;
    const u64 int_rem_euclid = kiln.int_rem_euclid_u64(x[kiln.at(i, x_len, 144)], y[kiln.at(i, y_len, 145)], 146);
    out[kiln.at(i * 65 + 30, out_len, 148)] = int_rem_euclid;
    const u64 next_multiple_of = kiln.next_multiple_of_u64(x[kiln.at(i, x_len, 150)], y[kiln.at(i, y_len, 151)], 152);
    out[kiln.at(i * 65 + 31, out_len, 154)] = next_multiple_of;
    const u64 isqrt = kiln::isqrt_u64(x[kiln.at(i, x_len, 156)]);
    out[kiln.at(i * 65 + 32, out_len, 158)] = isqrt;
    const u64 midpoint = kiln::midpoint_u64(x[kiln.at(i, x_len, 160)], y[kiln.at(i, y_len, 161)]);
    out[kiln.at(i * 65 + 33, out_len, 163)] = midpoint;
    const u64 saturating_pow = kiln::saturating_pow_u64(x[kiln.at(i, x_len, 165)], n[kiln.at(i, n_len, 166)]);
    out[kiln.at(i * 65 + 34, out_len, 168)] = saturating_pow;
    const u32 ilog2 = kiln::ilog2_u64(x[kiln.at(i, x_len, 170)]);
    out[kiln.at(i * 65 + 35, out_len, 172)] = (u64)ilog2;
    const u32 ilog10 = kiln::ilog10_u64(x[kiln.at(i, x_len, 174)]);
    out[kiln.at(i * 65 + 36, out_len, 176)] = (u64)ilog10;
    const bool is_multiple_of = kiln::is_multiple_of_u64(x[kiln.at(i, x_len, 178)], y[kiln.at(i, y_len, 179)]);
    out[kiln.at(i * 65 + 37, out_len, 181)] = (u64)is_multiple_of;
    const u64 unbounded_shl = kiln::unbounded_shl_u64(x[kiln.at(i, x_len, 183)], n[kiln.at(i, n_len, 184)]);
    out[kiln.at(i * 65 + 38, out_len, 186)] = unbounded_shl;
    const u64 unbounded_shr = kiln::unbounded_shr_u64(x[kiln.at(i, x_len, 188)], n[kiln.at(i, n_len, 189)]);
    out[kiln.at(i * 65 + 39, out_len, 191)] = unbounded_shr;
    const u64 to_be = kiln::to_be_u64(x[kiln.at(i, x_len, 193)]);
    out[kiln.at(i * 65 + 40, out_len, 195)] = to_be;
    const u64 from_be = kiln::from_be_u64(x[kiln.at(i, x_len, 197)]);
    out[kiln.at(i * 65 + 41, out_len, 199)] = from_be;
    const u64 to_le = x[kiln.at(i, x_len, 201)];
    out[kiln.at(i * 65 + 42, out_len, 203)] = to_le;
    const u64 from_le = x[kiln.at(i, x_len, 205)];
    out[kiln.at(i * 65 + 43, out_len, 207)] = from_le;
    const u64 shuffle = kiln::shuffle(x[kiln.at(i, x_len, 209)], n[kiln.at(i, n_len, 210)]);
    out[kiln.at(i * 65 + 44, out_len, 212)] = shuffle;
    const u64 shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 214)], n[kiln.at(i, n_len, 215)]);
    out[kiln.at(i * 65 + 45, out_len, 217)] = shuffle_up;
    const u64 shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 219)], n[kiln.at(i, n_len, 220)]);
    out[kiln.at(i * 65 + 46, out_len, 222)] = shuffle_down;
    const u64 shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 224)], n[kiln.at(i, n_len, 225)]);
    out[kiln.at(i * 65 + 47, out_len, 227)] = shuffle_xor;
    const u64 masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 229)], n[kiln.at(i, n_len, 230)], n[kiln.at(i, n_len, 231)]);
    out[kiln.at(i * 65 + 48, out_len, 233)] = masked_shuffle;
    const u64 warp_sum = kiln::warp_sum_u64(x[kiln.at(i, x_len, 235)]);
    out[kiln.at(i * 65 + 49, out_len, 237)] = warp_sum;
    const u64 warp_min = kiln::warp_min_u64(x[kiln.at(i, x_len, 239)]);
    out[kiln.at(i * 65 + 50, out_len, 241)] = warp_min;
    const u64 warp_max = kiln::warp_max_u64(x[kiln.at(i, x_len, 243)]);
    out[kiln.at(i * 65 + 51, out_len, 245)] = warp_max;
    const u64 warp_and = kiln::warp_and_u64(x[kiln.at(i, x_len, 247)]);
    out[kiln.at(i * 65 + 52, out_len, 249)] = warp_and;
    const u64 warp_or = kiln::warp_or_u64(x[kiln.at(i, x_len, 251)]);
    out[kiln.at(i * 65 + 53, out_len, 253)] = warp_or;
    const u64 warp_xor = kiln::warp_xor_u64(x[kiln.at(i, x_len, 255)]);
    out[kiln.at(i * 65 + 54, out_len, 257)] = warp_xor;
    const u64 warp_inclusive_sum = kiln::warp_inclusive_sum_u64(x[kiln.at(i, x_len, 259)]);
    out[kiln.at(i * 65 + 55, out_len, 261)] = warp_inclusive_sum;
    const u64 warp_exclusive_sum = kiln::warp_exclusive_sum_u64(x[kiln.at(i, x_len, 263)]);
    out[kiln.at(i * 65 + 56, out_len, 265)] = warp_exclusive_sum;
    const u64 warp_inclusive_min = kiln::warp_inclusive_min_u64(x[kiln.at(i, x_len, 267)]);
    out[kiln.at(i * 65 + 57, out_len, 269)] = warp_inclusive_min;
    const u64 warp_exclusive_min = kiln::warp_exclusive_min_u64(x[kiln.at(i, x_len, 271)]);
    out[kiln.at(i * 65 + 58, out_len, 273)] = warp_exclusive_min;
    const u64 warp_inclusive_max = kiln::warp_inclusive_max_u64(x[kiln.at(i, x_len, 275)]);
    out[kiln.at(i * 65 + 59, out_len, 277)] = warp_inclusive_max;
    const u64 warp_exclusive_max = kiln::warp_exclusive_max_u64(x[kiln.at(i, x_len, 279)]);
    out[kiln.at(i * 65 + 60, out_len, 281)] = warp_exclusive_max;
    const u64 broadcast = kiln::shuffle(x[kiln.at(i, x_len, 283)], n[kiln.at(i, n_len, 284)]);
    out[kiln.at(i * 65 + 61, out_len, 286)] = broadcast;
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 288)]);
    out[kiln.at(i * 65 + 62, out_len, 290)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 292)]);
    out[kiln.at(i * 65 + 63, out_len, 294)] = (u64)match_all;
    const u64 lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 296)], n[kiln.at(i, n_len, 297)]);
    out[kiln.at(i * 65 + 64, out_len, 299)] = lane_xor;
}
