typedef int i32;
typedef long long i64;
typedef long long isize;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: unsigned_by_size.3ee267ca abs_diff.9ceb5442 count_ones.9cb30544 fail_record.18877a3b fail.ebbbc3a8
//   magnitude.9c08e1dd int_abs.de8d375a int_clamp.8de0e666 int_max.1a21aab5 int_min.8439cc99 lane_id.154b932d
//   lane_xor.0e2ead84 leading_zeros.515b8827 limits.6be52157 exchange.3a989a11 masked_shuffle.9afe57d0
//   match_bits.22a96a61 match_all.bac55bb7 match_any.6fd00ce2 mul_hi.bbe700f6 reverse_bits.a95dbe7c
//   rotate_left.88f228ab rotate_right.9f55ac86 shuffle.610a0943 shuffle_down.ecb4c812 shuffle_up.3de2751a
//   shuffle_xor.1e2afcac swap_bytes.003ca6d9 trailing_zeros.9737c9bc saturating_add_i64.44d5a4e4
//   saturating_sub_i64.3b2642ed saturating_mul_i64.9f3a9795 unsigned_abs_i64.6b662836 pow_i64.f3f6d0f8
//   wrapping_pow_i64.e8d1299b int_signum_i64.00eb51b2 leading_ones_i64.202bde3f trailing_ones_i64.3989cf63
//   count_zeros_i64.4afbfea6 int_div_euclid_i64.9070a87e int_rem_euclid_i64.87a44d5a midpoint_i64.68a521e3
//   saturating_neg_i64.e4ac7519 saturating_abs_i64.7f6188e9 saturating_pow_i64.cde2d6e0 wrapping_abs_i64.fe76950c
//   ilog2_i64.0bf558e3 ilog10_i64.5b3af0e9 unbounded_shl_i64.d6df058f unbounded_shr_i64.dd306167 to_be_i64.cfa3fde2
//   from_be_i64.6e573232 warp_sum_i64.b91ad41b warp_min_i64.3deaed81 warp_max_i64.828f4dc0 warp_and_i64.1d253644
//   warp_or_i64.0f9730aa warp_xor_i64.c51148ba warp_inclusive_sum_i64.a6ccfcea warp_exclusive_sum_i64.4a1507f4
//   warp_inclusive_min_i64.423c68b9 warp_exclusive_min_i64.1b1a9c96 warp_inclusive_max_i64.f328d5b2
//   warp_exclusive_max_i64.2a4d1fa4 launch_info.66168aea

extern "C" __global__ void intrinsics_isize(
    const isize* __restrict__ x, usize x_len,
    const isize* __restrict__ y, usize y_len,
    const isize* __restrict__ z, usize z_len,
    const usize* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const isize wrapping_add = (isize)((usize)x[kiln.at(i, x_len, 2)] + y[kiln.at(i, y_len, 3)]);
    out[kiln.at(i * 67 + 0, out_len, 5)] = (u64)wrapping_add;
    const isize wrapping_sub = (isize)((usize)x[kiln.at(i, x_len, 7)] - y[kiln.at(i, y_len, 8)]);
    out[kiln.at(i * 67 + 1, out_len, 10)] = (u64)wrapping_sub;
    const isize wrapping_mul = (isize)((usize)x[kiln.at(i, x_len, 12)] * y[kiln.at(i, y_len, 13)]);
    out[kiln.at(i * 67 + 2, out_len, 15)] = (u64)wrapping_mul;
    const isize wrapping_neg = (isize)-(usize)x[kiln.at(i, x_len, 17)];
    out[kiln.at(i * 67 + 3, out_len, 19)] = (u64)wrapping_neg;
    const isize wrapping_shl = (isize)((usize)x[kiln.at(i, x_len, 21)] << (n[kiln.at(i, n_len, 22)] & 63));
    out[kiln.at(i * 67 + 4, out_len, 24)] = (u64)wrapping_shl;
    const isize wrapping_shr = x[kiln.at(i, x_len, 26)] >> (n[kiln.at(i, n_len, 27)] & 63);
    out[kiln.at(i * 67 + 5, out_len, 29)] = (u64)wrapping_shr;
    const isize mul_hi = kiln::mul_hi(x[kiln.at(i, x_len, 31)], y[kiln.at(i, y_len, 32)]);
    out[kiln.at(i * 67 + 6, out_len, 34)] = (u64)mul_hi;
    const isize saturating_add = kiln::saturating_add_i64(x[kiln.at(i, x_len, 36)], y[kiln.at(i, y_len, 37)]);
    out[kiln.at(i * 67 + 7, out_len, 39)] = (u64)saturating_add;
    const isize saturating_sub = kiln::saturating_sub_i64(x[kiln.at(i, x_len, 41)], y[kiln.at(i, y_len, 42)]);
    out[kiln.at(i * 67 + 8, out_len, 44)] = (u64)saturating_sub;
    const isize saturating_mul = kiln::saturating_mul_i64(x[kiln.at(i, x_len, 46)], y[kiln.at(i, y_len, 47)]);
    out[kiln.at(i * 67 + 9, out_len, 49)] = (u64)saturating_mul;
    const isize int_abs = kiln::int_abs(x[kiln.at(i, x_len, 51)]);
    out[kiln.at(i * 67 + 10, out_len, 53)] = (u64)int_abs;
    const usize unsigned_abs = kiln::unsigned_abs_i64(x[kiln.at(i, x_len, 55)]);
    out[kiln.at(i * 67 + 11, out_len, 57)] = (u64)unsigned_abs;
    const usize abs_diff = kiln::abs_diff(x[kiln.at(i, x_len, 59)], y[kiln.at(i, y_len, 60)]);
    out[kiln.at(i * 67 + 12, out_len, 62)] = (u64)abs_diff;
    const isize pow_ = kiln::pow_i64(x[kiln.at(i, x_len, 64)], n[kiln.at(i, n_len, 65)]);
    out[kiln.at(i * 67 + 13, out_len, 67)] = (u64)pow_;
    const isize wrapping_pow = kiln::wrapping_pow_i64(x[kiln.at(i, x_len, 69)], n[kiln.at(i, n_len, 70)]);
    out[kiln.at(i * 67 + 14, out_len, 72)] = (u64)wrapping_pow;
    const isize int_signum = kiln::int_signum_i64(x[kiln.at(i, x_len, 74)]);
    out[kiln.at(i * 67 + 15, out_len, 76)] = (u64)int_signum;
    const isize int_min = kiln::int_min(x[kiln.at(i, x_len, 78)], y[kiln.at(i, y_len, 79)]);
    out[kiln.at(i * 67 + 16, out_len, 81)] = (u64)int_min;
    const isize int_max = kiln::int_max(x[kiln.at(i, x_len, 83)], y[kiln.at(i, y_len, 84)]);
    out[kiln.at(i * 67 + 17, out_len, 86)] = (u64)int_max;
    const isize int_clamp = kiln::int_clamp(x[kiln.at(i, x_len, 88)], y[kiln.at(i, y_len, 89)], z[kiln.at(i, z_len, 90)]);
    out[kiln.at(i * 67 + 18, out_len, 92)] = (u64)int_clamp;
    const u32 leading_zeros = kiln::leading_zeros(x[kiln.at(i, x_len, 94)]);
    out[kiln.at(i * 67 + 19, out_len, 96)] = (u64)leading_zeros;
    const u32 trailing_zeros = kiln::trailing_zeros(x[kiln.at(i, x_len, 98)]);
    out[kiln.at(i * 67 + 20, out_len, 100)] = (u64)trailing_zeros;
    const u32 leading_ones = kiln::leading_ones_i64(x[kiln.at(i, x_len, 102)]);
    out[kiln.at(i * 67 + 21, out_len, 104)] = (u64)leading_ones;
    const u32 trailing_ones = kiln::trailing_ones_i64(x[kiln.at(i, x_len, 106)]);
    out[kiln.at(i * 67 + 22, out_len, 108)] = (u64)trailing_ones;
    const u32 count_ones = kiln::count_ones(x[kiln.at(i, x_len, 110)]);
    out[kiln.at(i * 67 + 23, out_len, 112)] = (u64)count_ones;
    const u32 count_zeros = kiln::count_zeros_i64(x[kiln.at(i, x_len, 114)]);
    out[kiln.at(i * 67 + 24, out_len, 116)] = (u64)count_zeros;
    const isize rotate_left = kiln::rotate_left(x[kiln.at(i, x_len, 118)], n[kiln.at(i, n_len, 119)]);
    out[kiln.at(i * 67 + 25, out_len, 121)] = (u64)rotate_left;
    const isize rotate_right = kiln::rotate_right(x[kiln.at(i, x_len, 123)], n[kiln.at(i, n_len, 124)]);
    out[kiln.at(i * 67 + 26, out_len, 126)] = (u64)rotate_right;
    const isize swap_bytes = kiln::swap_bytes(x[kiln.at(i, x_len, 128)]);
    out[kiln.at(i * 67 + 27, out_len, 130)] = (u64)swap_bytes;
    const isize reverse_bits = kiln::reverse_bits(x[kiln.at(i, x_len, 132)]);
    out[kiln.at(i * 67 + 28, out_len, 134)] = (u64)reverse_bits;
    const isize int_div_euclid = kiln.int_div_euclid_i64(x[kiln.at(i, x_len, 136)], y[kiln.at(i, y_len, 137)], 138);
    out[kiln.at(i * 67 + 29, out_len, 140)] = (u64)int_div_euclid;
    const isize int_rem_euclid = kiln.int_rem_euclid_i64(x[kiln.at(i, x_len, 142)], y[kiln.at(i, y_len, 143)], 144);
    out[kiln.at(i * 67 + 30, out_len, 146)] = (u64)int_rem_euclid;
    const bool is_positive = (x[kiln.at(i, x_len, 148)] > 0);
    out[kiln.at(i * 67 + 31, out_len, 150)] = (u64)is_positive;
    const bool is_negative = (x[kiln.at(i, x_len, 152)] < 0);
    out[kiln.at(i * 67 + 32, out_len, 154)] = (u64)is_negative;
    const isize midpoint = kiln::midpoint_i64(x[kiln.at(i, x_len, 156)], y[kiln.at(i, y_len, 157)]);
    out[kiln.at(i * 67 + 33, out_len, 159)] = (u64)midpoint;
    const isize saturating_neg = kiln::saturating_neg_i64(x[kiln.at(i, x_len, 161)]);
    out[kiln.at(i * 67 + 34, out_len, 163)] = (u64)saturating_neg;
    const isize saturating_abs = kiln::saturating_abs_i64(x[kiln.at(i, x_len, 165)]);
    out[kiln.at(i * 67 + 35, out_len, 167)] = (u64)saturating_abs;
    const isize saturating_pow = kiln::saturating_pow_i64(x[kiln.at(i, x_len, 169)], n[kiln.at(i, n_len, 170)]);
    out[kiln.at(i * 67 + 36, out_len, 172)] = (u64)saturating_pow;
    const isize wrapping_abs = kiln::wrapping_abs_i64(x[kiln.at(i, x_len, 174)]);
    out[kiln.at(i * 67 + 37, out_len, 176)] = (u64)wrapping_abs;
    const u32 ilog2 = kiln::ilog2_i64(x[kiln.at(i, x_len, 178)]);
    out[kiln.at(i * 67 + 38, out_len, 180)] = (u64)ilog2;
    const u32 ilog10 = kiln::ilog10_i64(x[kiln.at(i, x_len, 182)]);
    out[kiln.at(i * 67 + 39, out_len, 184)] = (u64)ilog10;
    const isize unbounded_shl = kiln::unbounded_shl_i64(x[kiln.at(i, x_len, 186)], n[kiln.at(i, n_len, 187)]);
    out[kiln.at(i * 67 + 40, out_len, 189)] = (u64)unbounded_shl;
    const isize unbounded_shr = kiln::unbounded_shr_i64(x[kiln.at(i, x_len, 191)], n[kiln.at(i, n_len, 192)]);
    out[kiln.at(i * 67 + 41, out_len, 194)] = (u64)unbounded_shr;
    const isize to_be = kiln::to_be_i64(x[kiln.at(i, x_len, 196)]);
    out[kiln.at(i * 67 + 42, out_len, 198)] = (u64)to_be;
    const isize from_be = kiln::from_be_i64(x[kiln.at(i, x_len, 200)]);
    out[kiln.at(i * 67 + 43, out_len, 202)] = (u64)from_be;
    const isize to_le = x[kiln.at(i, x_len, 204)];
    out[kiln.at(i * 67 + 44, out_len, 206)] = (u64)to_le;
    const isize from_le = x[kiln.at(i, x_len, 208)];
    out[kiln.at(i * 67 + 45, out_len, 210)] = (u64)from_le;
    const isize shuffle = kiln::shuffle(x[kiln.at(i, x_len, 212)], n[kiln.at(i, n_len, 213)]);
    out[kiln.at(i * 67 + 46, out_len, 215)] = (u64)shuffle;
    const isize shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 217)], n[kiln.at(i, n_len, 218)]);
    out[kiln.at(i * 67 + 47, out_len, 220)] = (u64)shuffle_up;
    const isize shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 222)], n[kiln.at(i, n_len, 223)]);
    out[kiln.at(i * 67 + 48, out_len, 225)] = (u64)shuffle_down;
    const isize shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 227)], n[kiln.at(i, n_len, 228)]);
    out[kiln.at(i * 67 + 49, out_len, 230)] = (u64)shuffle_xor;
    const isize masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 232)], n[kiln.at(i, n_len, 233)], n[kiln.at(i, n_len, 234)]);
    out[kiln.at(i * 67 + 50, out_len, 236)] = (u64)masked_shuffle;
    const isize warp_sum = kiln::warp_sum_i64(x[kiln.at(i, x_len, 238)]);
    out[kiln.at(i * 67 + 51, out_len, 240)] = (u64)warp_sum;
    const isize warp_min = kiln::warp_min_i64(x[kiln.at(i, x_len, 242)]);
    out[kiln.at(i * 67 + 52, out_len, 244)] = (u64)warp_min;
    const isize warp_max = kiln::warp_max_i64(x[kiln.at(i, x_len, 246)]);
    out[kiln.at(i * 67 + 53, out_len, 248)] = (u64)warp_max;
    const isize warp_and = kiln::warp_and_i64(x[kiln.at(i, x_len, 250)]);
    out[kiln.at(i * 67 + 54, out_len, 252)] = (u64)warp_and;
    const isize warp_or = kiln::warp_or_i64(x[kiln.at(i, x_len, 254)]);
    out[kiln.at(i * 67 + 55, out_len, 256)] = (u64)warp_or;
    const isize warp_xor = kiln::warp_xor_i64(x[kiln.at(i, x_len, 258)]);
    out[kiln.at(i * 67 + 56, out_len, 260)] = (u64)warp_xor;
    const isize warp_inclusive_sum = kiln::warp_inclusive_sum_i64(x[kiln.at(i, x_len, 262)]);
    out[kiln.at(i * 67 + 57, out_len, 264)] = (u64)warp_inclusive_sum;
    const isize warp_exclusive_sum = kiln::warp_exclusive_sum_i64(x[kiln.at(i, x_len, 266)]);
    out[kiln.at(i * 67 + 58, out_len, 268)] = (u64)warp_exclusive_sum;
    const isize warp_inclusive_min = kiln::warp_inclusive_min_i64(x[kiln.at(i, x_len, 270)]);
    out[kiln.at(i * 67 + 59, out_len, 272)] = (u64)warp_inclusive_min;
    const isize warp_exclusive_min = kiln::warp_exclusive_min_i64(x[kiln.at(i, x_len, 274)]);
    out[kiln.at(i * 67 + 60, out_len, 276)] = (u64)warp_exclusive_min;
    const isize warp_inclusive_max = kiln::warp_inclusive_max_i64(x[kiln.at(i, x_len, 278)]);
    out[kiln.at(i * 67 + 61, out_len, 280)] = (u64)warp_inclusive_max;
    const isize warp_exclusive_max = kiln::warp_exclusive_max_i64(x[kiln.at(i, x_len, 282)]);
    out[kiln.at(i * 67 + 62, out_len, 284)] = (u64)warp_exclusive_max;
    const isize broadcast = kiln::shuffle(x[kiln.at(i, x_len, 286)], n[kiln.at(i, n_len, 287)]);
    out[kiln.at(i * 67 + 63, out_len, 289)] = (u64)broadcast;
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 291)]);
    out[kiln.at(i * 67 + 64, out_len, 293)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 295)]);
    out[kiln.at(i * 67 + 65, out_len, 297)] = (u64)match_all;
    const isize lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 299)], n[kiln.at(i, n_len, 300)]);
    out[kiln.at(i * 67 + 66, out_len, 302)] = (u64)lane_xor;
}
