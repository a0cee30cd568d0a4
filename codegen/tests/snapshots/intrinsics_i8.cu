typedef signed char i8;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: unsigned_by_size.3ee267ca abs_diff.9ceb5442 count_ones.9cb30544 fail_record.18877a3b fail.ebbbc3a8
//   magnitude.9c08e1dd int_abs.de8d375a int_clamp.8de0e666 int_max.1a21aab5 int_min.8439cc99 lane_id.154b932d
//   lane_xor.0e2ead84 leading_zeros.515b8827 limits.6be52157 exchange.3a989a11 masked_shuffle.9afe57d0
//   match_bits.22a96a61 match_all.bac55bb7 match_any.6fd00ce2 mul_hi.bbe700f6 narrow.274b3146 reverse_bits.a95dbe7c
//   rotate_left.88f228ab rotate_right.9f55ac86 shuffle.610a0943 shuffle_down.ecb4c812 shuffle_up.3de2751a
//   shuffle_xor.1e2afcac swap_bytes.003ca6d9 trailing_zeros.9737c9bc saturating_add_i8.4a19014a
//   saturating_sub_i8.ff4e21f4 saturating_mul_i8.f52f6f53 unsigned_abs_i8.ccad18dd pow_i8.cccb3317
//   wrapping_pow_i8.c8142238 int_signum_i8.f6a0048d leading_ones_i8.1f65e4ab trailing_ones_i8.0cbc521e
//   count_zeros_i8.67ba8317 int_div_euclid_i8.9370d865 int_rem_euclid_i8.9d43b113 midpoint_i8.5934c024
//   saturating_neg_i8.280097d9 saturating_abs_i8.cef0b394 saturating_pow_i8.f2f2050d wrapping_abs_i8.288fe6dd
//   ilog2_i8.35eab3ab ilog10_i8.a958f9b5 unbounded_shl_i8.c8c24376 unbounded_shr_i8.b7f6c3d5 to_be_i8.5a190c38
//   from_be_i8.ce437c18 warp_sum_i8.afcdbfc8 warp_min_i8.ccf34355 warp_max_i8.26392d8b warp_and_i8.3433a76c
//   warp_or_i8.ac196376 warp_xor_i8.f56ab6b2 warp_inclusive_sum_i8.43135d44 warp_exclusive_sum_i8.d15c2c2b
//   warp_inclusive_min_i8.ea85de50 warp_exclusive_min_i8.ac7b5bdb warp_inclusive_max_i8.aab3bade
//   warp_exclusive_max_i8.4b7ec589 launch_info.6c850556

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
    out[kiln.at(i * 67 + 0, out_len, 5)] = (u64)wrapping_add;
    const i8 wrapping_sub = kiln::narrow<i8>((u32)x[kiln.at(i, x_len, 7)] - y[kiln.at(i, y_len, 8)]);
    out[kiln.at(i * 67 + 1, out_len, 10)] = (u64)wrapping_sub;
    const i8 wrapping_mul = kiln::narrow<i8>((u32)x[kiln.at(i, x_len, 12)] * y[kiln.at(i, y_len, 13)]);
    out[kiln.at(i * 67 + 2, out_len, 15)] = (u64)wrapping_mul;
    const i8 wrapping_neg = kiln::narrow<i8>(-(u32)x[kiln.at(i, x_len, 17)]);
    out[kiln.at(i * 67 + 3, out_len, 19)] = (u64)wrapping_neg;
    const i8 wrapping_shl = (i8)((u32)x[kiln.at(i, x_len, 21)] << (n[kiln.at(i, n_len, 22)] & 7));
    out[kiln.at(i * 67 + 4, out_len, 24)] = (u64)wrapping_shl;
    const i8 wrapping_shr = (i8)(x[kiln.at(i, x_len, 26)] >> (n[kiln.at(i, n_len, 27)] & 7));
    out[kiln.at(i * 67 + 5, out_len, 29)] = (u64)wrapping_shr;
    const i8 mul_hi = kiln::mul_hi(x[kiln.at(i, x_len, 31)], y[kiln.at(i, y_len, 32)]);
    out[kiln.at(i * 67 + 6, out_len, 34)] = (u64)mul_hi;
    const i8 saturating_add = kiln::saturating_add_i8(x[kiln.at(i, x_len, 36)], y[kiln.at(i, y_len, 37)]);
    out[kiln.at(i * 67 + 7, out_len, 39)] = (u64)saturating_add;
    const i8 saturating_sub = kiln::saturating_sub_i8(x[kiln.at(i, x_len, 41)], y[kiln.at(i, y_len, 42)]);
    out[kiln.at(i * 67 + 8, out_len, 44)] = (u64)saturating_sub;
    const i8 saturating_mul = kiln::saturating_mul_i8(x[kiln.at(i, x_len, 46)], y[kiln.at(i, y_len, 47)]);
    out[kiln.at(i * 67 + 9, out_len, 49)] = (u64)saturating_mul;
    const i8 int_abs = kiln::int_abs(x[kiln.at(i, x_len, 51)]);
    out[kiln.at(i * 67 + 10, out_len, 53)] = (u64)int_abs;
    const u8 unsigned_abs = kiln::unsigned_abs_i8(x[kiln.at(i, x_len, 55)]);
    out[kiln.at(i * 67 + 11, out_len, 57)] = (u64)unsigned_abs;
    const u8 abs_diff = kiln::abs_diff(x[kiln.at(i, x_len, 59)], y[kiln.at(i, y_len, 60)]);
    out[kiln.at(i * 67 + 12, out_len, 62)] = (u64)abs_diff;
    const i8 pow_ = kiln::pow_i8(x[kiln.at(i, x_len, 64)], n[kiln.at(i, n_len, 65)]);
    out[kiln.at(i * 67 + 13, out_len, 67)] = (u64)pow_;
    const i8 wrapping_pow = kiln::wrapping_pow_i8(x[kiln.at(i, x_len, 69)], n[kiln.at(i, n_len, 70)]);
    out[kiln.at(i * 67 + 14, out_len, 72)] = (u64)wrapping_pow;
    const i8 int_signum = kiln::int_signum_i8(x[kiln.at(i, x_len, 74)]);
    out[kiln.at(i * 67 + 15, out_len, 76)] = (u64)int_signum;
    const i8 int_min = kiln::int_min(x[kiln.at(i, x_len, 78)], y[kiln.at(i, y_len, 79)]);
    out[kiln.at(i * 67 + 16, out_len, 81)] = (u64)int_min;
    const i8 int_max = kiln::int_max(x[kiln.at(i, x_len, 83)], y[kiln.at(i, y_len, 84)]);
    out[kiln.at(i * 67 + 17, out_len, 86)] = (u64)int_max;
    const i8 int_clamp = kiln::int_clamp(x[kiln.at(i, x_len, 88)], y[kiln.at(i, y_len, 89)], z[kiln.at(i, z_len, 90)]);
    out[kiln.at(i * 67 + 18, out_len, 92)] = (u64)int_clamp;
    const u32 leading_zeros = kiln::leading_zeros(x[kiln.at(i, x_len, 94)]);
    out[kiln.at(i * 67 + 19, out_len, 96)] = (u64)leading_zeros;
    const u32 trailing_zeros = kiln::trailing_zeros(x[kiln.at(i, x_len, 98)]);
    out[kiln.at(i * 67 + 20, out_len, 100)] = (u64)trailing_zeros;
    const u32 leading_ones = kiln::leading_ones_i8(x[kiln.at(i, x_len, 102)]);
    out[kiln.at(i * 67 + 21, out_len, 104)] = (u64)leading_ones;
    const u32 trailing_ones = kiln::trailing_ones_i8(x[kiln.at(i, x_len, 106)]);
    out[kiln.at(i * 67 + 22, out_len, 108)] = (u64)trailing_ones;
    const u32 count_ones = kiln::count_ones(x[kiln.at(i, x_len, 110)]);
    out[kiln.at(i * 67 + 23, out_len, 112)] = (u64)count_ones;
    const u32 count_zeros = kiln::count_zeros_i8(x[kiln.at(i, x_len, 114)]);
    out[kiln.at(i * 67 + 24, out_len, 116)] = (u64)count_zeros;
    const i8 rotate_left = kiln::rotate_left(x[kiln.at(i, x_len, 118)], n[kiln.at(i, n_len, 119)]);
    out[kiln.at(i * 67 + 25, out_len, 121)] = (u64)rotate_left;
    const i8 rotate_right = kiln::rotate_right(x[kiln.at(i, x_len, 123)], n[kiln.at(i, n_len, 124)]);
    out[kiln.at(i * 67 + 26, out_len, 126)] = (u64)rotate_right;
    const i8 swap_bytes = kiln::swap_bytes(x[kiln.at(i, x_len, 128)]);
    out[kiln.at(i * 67 + 27, out_len, 130)] = (u64)swap_bytes;
    const i8 reverse_bits = kiln::reverse_bits(x[kiln.at(i, x_len, 132)]);
    out[kiln.at(i * 67 + 28, out_len, 134)] = (u64)reverse_bits;
    const i8 int_div_euclid = kiln.int_div_euclid_i8(x[kiln.at(i, x_len, 136)], y[kiln.at(i, y_len, 137)], 138);
    out[kiln.at(i * 67 + 29, out_len, 140)] = (u64)int_div_euclid;
    const i8 int_rem_euclid = kiln.int_rem_euclid_i8(x[kiln.at(i, x_len, 142)], y[kiln.at(i, y_len, 143)], 144);
    out[kiln.at(i * 67 + 30, out_len, 146)] = (u64)int_rem_euclid;
    const bool is_positive = (x[kiln.at(i, x_len, 148)] > 0);
    out[kiln.at(i * 67 + 31, out_len, 150)] = (u64)is_positive;
    const bool is_negative = (x[kiln.at(i, x_len, 152)] < 0);
    out[kiln.at(i * 67 + 32, out_len, 154)] = (u64)is_negative;
    const i8 midpoint = kiln::midpoint_i8(x[kiln.at(i, x_len, 156)], y[kiln.at(i, y_len, 157)]);
    out[kiln.at(i * 67 + 33, out_len, 159)] = (u64)midpoint;
    const i8 saturating_neg = kiln::saturating_neg_i8(x[kiln.at(i, x_len, 161)]);
    out[kiln.at(i * 67 + 34, out_len, 163)] = (u64)saturating_neg;
    const i8 saturating_abs = kiln::saturating_abs_i8(x[kiln.at(i, x_len, 165)]);
    out[kiln.at(i * 67 + 35, out_len, 167)] = (u64)saturating_abs;
    const i8 saturating_pow = kiln::saturating_pow_i8(x[kiln.at(i, x_len, 169)], n[kiln.at(i, n_len, 170)]);
    out[kiln.at(i * 67 + 36, out_len, 172)] = (u64)saturating_pow;
    const i8 wrapping_abs = kiln::wrapping_abs_i8(x[kiln.at(i, x_len, 174)]);
    out[kiln.at(i * 67 + 37, out_len, 176)] = (u64)wrapping_abs;
    const u32 ilog2 = kiln::ilog2_i8(x[kiln.at(i, x_len, 178)]);
    out[kiln.at(i * 67 + 38, out_len, 180)] = (u64)ilog2;
    const u32 ilog10 = kiln::ilog10_i8(x[kiln.at(i, x_len, 182)]);
    out[kiln.at(i * 67 + 39, out_len, 184)] = (u64)ilog10;
    const i8 unbounded_shl = kiln::unbounded_shl_i8(x[kiln.at(i, x_len, 186)], n[kiln.at(i, n_len, 187)]);
    out[kiln.at(i * 67 + 40, out_len, 189)] = (u64)unbounded_shl;
    const i8 unbounded_shr = kiln::unbounded_shr_i8(x[kiln.at(i, x_len, 191)], n[kiln.at(i, n_len, 192)]);
    out[kiln.at(i * 67 + 41, out_len, 194)] = (u64)unbounded_shr;
    const i8 to_be = kiln::to_be_i8(x[kiln.at(i, x_len, 196)]);
    out[kiln.at(i * 67 + 42, out_len, 198)] = (u64)to_be;
    const i8 from_be = kiln::from_be_i8(x[kiln.at(i, x_len, 200)]);
    out[kiln.at(i * 67 + 43, out_len, 202)] = (u64)from_be;
    const i8 to_le = x[kiln.at(i, x_len, 204)];
    out[kiln.at(i * 67 + 44, out_len, 206)] = (u64)to_le;
    const i8 from_le = x[kiln.at(i, x_len, 208)];
    out[kiln.at(i * 67 + 45, out_len, 210)] = (u64)from_le;
    const i8 shuffle = kiln::shuffle(x[kiln.at(i, x_len, 212)], n[kiln.at(i, n_len, 213)]);
    out[kiln.at(i * 67 + 46, out_len, 215)] = (u64)shuffle;
    const i8 shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 217)], n[kiln.at(i, n_len, 218)]);
    out[kiln.at(i * 67 + 47, out_len, 220)] = (u64)shuffle_up;
    const i8 shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 222)], n[kiln.at(i, n_len, 223)]);
    out[kiln.at(i * 67 + 48, out_len, 225)] = (u64)shuffle_down;
    const i8 shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 227)], n[kiln.at(i, n_len, 228)]);
    out[kiln.at(i * 67 + 49, out_len, 230)] = (u64)shuffle_xor;
    const i8 masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 232)], n[kiln.at(i, n_len, 233)], n[kiln.at(i, n_len, 234)]);
    out[kiln.at(i * 67 + 50, out_len, 236)] = (u64)masked_shuffle;
    const i8 warp_sum = kiln::warp_sum_i8(x[kiln.at(i, x_len, 238)]);
    out[kiln.at(i * 67 + 51, out_len, 240)] = (u64)warp_sum;
    const i8 warp_min = kiln::warp_min_i8(x[kiln.at(i, x_len, 242)]);
    out[kiln.at(i * 67 + 52, out_len, 244)] = (u64)warp_min;
    const i8 warp_max = kiln::warp_max_i8(x[kiln.at(i, x_len, 246)]);
    out[kiln.at(i * 67 + 53, out_len, 248)] = (u64)warp_max;
    const i8 warp_and = kiln::warp_and_i8(x[kiln.at(i, x_len, 250)]);
    out[kiln.at(i * 67 + 54, out_len, 252)] = (u64)warp_and;
    const i8 warp_or = kiln::warp_or_i8(x[kiln.at(i, x_len, 254)]);
    out[kiln.at(i * 67 + 55, out_len, 256)] = (u64)warp_or;
    const i8 warp_xor = kiln::warp_xor_i8(x[kiln.at(i, x_len, 258)]);
    out[kiln.at(i * 67 + 56, out_len, 260)] = (u64)warp_xor;
    const i8 warp_inclusive_sum = kiln::warp_inclusive_sum_i8(x[kiln.at(i, x_len, 262)]);
    out[kiln.at(i * 67 + 57, out_len, 264)] = (u64)warp_inclusive_sum;
    const i8 warp_exclusive_sum = kiln::warp_exclusive_sum_i8(x[kiln.at(i, x_len, 266)]);
    out[kiln.at(i * 67 + 58, out_len, 268)] = (u64)warp_exclusive_sum;
    const i8 warp_inclusive_min = kiln::warp_inclusive_min_i8(x[kiln.at(i, x_len, 270)]);
    out[kiln.at(i * 67 + 59, out_len, 272)] = (u64)warp_inclusive_min;
    const i8 warp_exclusive_min = kiln::warp_exclusive_min_i8(x[kiln.at(i, x_len, 274)]);
    out[kiln.at(i * 67 + 60, out_len, 276)] = (u64)warp_exclusive_min;
    const i8 warp_inclusive_max = kiln::warp_inclusive_max_i8(x[kiln.at(i, x_len, 278)]);
    out[kiln.at(i * 67 + 61, out_len, 280)] = (u64)warp_inclusive_max;
    const i8 warp_exclusive_max = kiln::warp_exclusive_max_i8(x[kiln.at(i, x_len, 282)]);
    out[kiln.at(i * 67 + 62, out_len, 284)] = (u64)warp_exclusive_max;
    const i8 broadcast = kiln::shuffle(x[kiln.at(i, x_len, 286)], n[kiln.at(i, n_len, 287)]);
    out[kiln.at(i * 67 + 63, out_len, 289)] = (u64)broadcast;
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 291)]);
    out[kiln.at(i * 67 + 64, out_len, 293)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 295)]);
    out[kiln.at(i * 67 + 65, out_len, 297)] = (u64)match_all;
    const i8 lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 299)], n[kiln.at(i, n_len, 300)]);
    out[kiln.at(i * 67 + 66, out_len, 302)] = (u64)lane_xor;
}
