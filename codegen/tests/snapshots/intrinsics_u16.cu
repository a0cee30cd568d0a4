typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: unsigned_by_size.3ee267ca abs_diff.9ceb5442 count_ones.9cb30544 count_zeros.fb075ed8 div_ceil.e71891e1
//   fail_record.18877a3b fail.ebbbc3a8 ilog10.1b0e80be leading_zeros.515b8827 ilog2.f6785e8d int_clamp.8de0e666
//   limits.6be52157 int_div_euclid.b207836e int_max.1a21aab5 int_min.8439cc99 int_rem_euclid.3670553d
//   is_multiple_of.a1d83979 is_power_of_two.3488ec88 isqrt.851ab9ec lane_xor.0e2ead84 leading_ones.7f77f24a
//   exchange.3a989a11 masked_shuffle.9afe57d0 match_bits.22a96a61 match_all.bac55bb7 match_any.6fd00ce2
//   midpoint.8e59a38b next_multiple_of.51e9a433 next_power_of_two.9eed579f pow.01a436dc reverse_bits.a95dbe7c
//   rotate_left.88f228ab rotate_right.9f55ac86 saturate.21627796 saturating_add.ad000268 saturating_mul.cd6bf630
//   saturating_pow.bd902c31 saturating_sub.39da9346 shuffle.610a0943 lane_id.154b932d shuffle_down.ecb4c812
//   shuffle_up.3de2751a shuffle_xor.1e2afcac swap_bytes.003ca6d9 trailing_zeros.9737c9bc trailing_ones.8e35773f
//   unbounded_shl.3ae8a449 unbounded_shr.6cd2baa9 warp_reduce.9c7e2ddd warp_and.8e63a23e warp_scan.8b5b0d3b
//   warp_scan_below.359c3673 least_value.28fc9395 greatest.735e43d5 warp_exclusive_max.91e0fe91 greatest_value.d7fc860c
//   least.2cba5021 warp_exclusive_min.4030bb06 wrapping_add.8c3cd662 warp_exclusive_sum.bcf92518
//   warp_inclusive_max.1b0d2144 warp_inclusive_min.20ecd36f warp_inclusive_sum.8c9f08f3 warp_max.28b331ff
//   warp_min.eaea468c warp_or.28af182c warp_sum.9f3626ce warp_xor.58e9c54f launch_info.a80dd140

extern "C" __global__ void intrinsics_u16(
    const u16* __restrict__ x, usize x_len,
    const u16* __restrict__ y, usize y_len,
    const u16* __restrict__ z, usize z_len,
    const u16* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const u16 wrapping_add = (u16)((u32)x[kiln.at(i, x_len, 2)] + y[kiln.at(i, y_len, 3)]);
    out[kiln.at(i * 64 + 0, out_len, 5)] = (u64)wrapping_add;
    const u16 wrapping_sub = (u16)((u32)x[kiln.at(i, x_len, 7)] - y[kiln.at(i, y_len, 8)]);
    out[kiln.at(i * 64 + 1, out_len, 10)] = (u64)wrapping_sub;
    const u16 wrapping_mul = (u16)((u32)x[kiln.at(i, x_len, 12)] * y[kiln.at(i, y_len, 13)]);
    out[kiln.at(i * 64 + 2, out_len, 15)] = (u64)wrapping_mul;
    const u16 wrapping_neg = (u16)-(u32)x[kiln.at(i, x_len, 17)];
    out[kiln.at(i * 64 + 3, out_len, 19)] = (u64)wrapping_neg;
    const u16 wrapping_shl = (u16)((u32)x[kiln.at(i, x_len, 21)] << (n[kiln.at(i, n_len, 22)] & 15));
    out[kiln.at(i * 64 + 4, out_len, 24)] = (u64)wrapping_shl;
    const u16 wrapping_shr = (u16)(x[kiln.at(i, x_len, 26)] >> (n[kiln.at(i, n_len, 27)] & 15));
    out[kiln.at(i * 64 + 5, out_len, 29)] = (u64)wrapping_shr;
    const u16 saturating_add = kiln::saturating_add(x[kiln.at(i, x_len, 31)], y[kiln.at(i, y_len, 32)]);
    out[kiln.at(i * 64 + 6, out_len, 34)] = (u64)saturating_add;
    const u16 saturating_sub = kiln::saturating_sub(x[kiln.at(i, x_len, 36)], y[kiln.at(i, y_len, 37)]);
    out[kiln.at(i * 64 + 7, out_len, 39)] = (u64)saturating_sub;
    const u16 saturating_mul = kiln::saturating_mul(x[kiln.at(i, x_len, 41)], y[kiln.at(i, y_len, 42)]);
    out[kiln.at(i * 64 + 8, out_len, 44)] = (u64)saturating_mul;
    const u16 abs_diff = kiln::abs_diff(x[kiln.at(i, x_len, 46)], y[kiln.at(i, y_len, 47)]);
    out[kiln.at(i * 64 + 9, out_len, 49)] = (u64)abs_diff;
    const u16 pow_ = kiln::pow(x[kiln.at(i, x_len, 51)], n[kiln.at(i, n_len, 52)]);
    out[kiln.at(i * 64 + 10, out_len, 54)] = (u64)pow_;
    const u16 wrapping_pow = kiln::pow(x[kiln.at(i, x_len, 56)], n[kiln.at(i, n_len, 57)]);
    out[kiln.at(i * 64 + 11, out_len, 59)] = (u64)wrapping_pow;
    const u16 int_min = kiln::int_min(x[kiln.at(i, x_len, 61)], y[kiln.at(i, y_len, 62)]);
    out[kiln.at(i * 64 + 12, out_len, 64)] = (u64)int_min;
    const u16 int_max = kiln::int_max(x[kiln.at(i, x_len, 66)], y[kiln.at(i, y_len, 67)]);
    out[kiln.at(i * 64 + 13, out_len, 69)] = (u64)int_max;
    const u16 int_clamp = kiln::int_clamp(x[kiln.at(i, x_len, 71)], y[kiln.at(i, y_len, 72)], z[kiln.at(i, z_len, 73)]);
    out[kiln.at(i * 64 + 14, out_len, 75)] = (u64)int_clamp;
    const u32 leading_zeros = kiln::leading_zeros(x[kiln.at(i, x_len, 77)]);
    out[kiln.at(i * 64 + 15, out_len, 79)] = (u64)leading_zeros;
    const u32 trailing_zeros = kiln::trailing_zeros(x[kiln.at(i, x_len, 81)]);
    out[kiln.at(i * 64 + 16, out_len, 83)] = (u64)trailing_zeros;
    const u32 leading_ones = kiln::leading_ones(x[kiln.at(i, x_len, 85)]);
    out[kiln.at(i * 64 + 17, out_len, 87)] = (u64)leading_ones;
    const u32 trailing_ones = kiln::trailing_ones(x[kiln.at(i, x_len, 89)]);
    out[kiln.at(i * 64 + 18, out_len, 91)] = (u64)trailing_ones;
    const u32 count_ones = kiln::count_ones(x[kiln.at(i, x_len, 93)]);
    out[kiln.at(i * 64 + 19, out_len, 95)] = (u64)count_ones;
    const u32 count_zeros = kiln::count_zeros(x[kiln.at(i, x_len, 97)]);
    out[kiln.at(i * 64 + 20, out_len, 99)] = (u64)count_zeros;
    const u16 rotate_left = kiln::rotate_left(x[kiln.at(i, x_len, 101)], n[kiln.at(i, n_len, 102)]);
    out[kiln.at(i * 64 + 21, out_len, 104)] = (u64)rotate_left;
    const u16 rotate_right = kiln::rotate_right(x[kiln.at(i, x_len, 106)], n[kiln.at(i, n_len, 107)]);
    out[kiln.at(i * 64 + 22, out_len, 109)] = (u64)rotate_right;
    const u16 swap_bytes = kiln::swap_bytes(x[kiln.at(i, x_len, 111)]);
    out[kiln.at(i * 64 + 23, out_len, 113)] = (u64)swap_bytes;
    const u16 reverse_bits = kiln::reverse_bits(x[kiln.at(i, x_len, 115)]);
    out[kiln.at(i * 64 + 24, out_len, 117)] = (u64)reverse_bits;
    const bool is_power_of_two = kiln::is_power_of_two(x[kiln.at(i, x_len, 119)]);
    out[kiln.at(i * 64 + 25, out_len, 121)] = (u64)is_power_of_two;
    const u16 next_power_of_two = kiln::next_power_of_two(x[kiln.at(i, x_len, 123)]);
    out[kiln.at(i * 64 + 26, out_len, 125)] = (u64)next_power_of_two;
    const u16 div_ceil = kiln.div_ceil(x[kiln.at(i, x_len, 127)], y[kiln.at(i, y_len, 128)], 129);
    out[kiln.at(i * 64 + 27, out_len, 131)] = (u64)div_ceil;
    const u16 int_div_euclid = kiln.int_div_euclid(x[kiln.at(i, x_len, 133)], y[kiln.at(i, y_len, 134)], 135);
    out[kiln.at(i * 64 + 28, out_len, 137)] = (u64)int_div_euclid;
    const u16 int_rem_euclid = kiln.int_rem_euclid(x[kiln.at(i, x_len, 139)], y[kiln.at(i, y_len, 140)], 141);
    out[kiln.at(i * 64 + 29, out_len, 143)] = (u64)int_rem_euclid;
    const u16 next_multiple_of = kiln.next_multiple_of(x[kiln.at(i, x_len, 145)], y[kiln.at(i, y_len, 146)], 147);
    out[kiln.at(i * 64 + 30, out_len, 149)] = (u64)next_multiple_of;
    const u16 isqrt = kiln::isqrt(x[kiln.at(i, x_len, 151)]);
    out[kiln.at(i * 64 + 31, out_len, 153)] = (u64)isqrt;
    const u16 midpoint = kiln::midpoint(x[kiln.at(i, x_len, 155)], y[kiln.at(i, y_len, 156)]);
    out[kiln.at(i * 64 + 32, out_len, 158)] = (u64)midpoint;
    const u16 saturating_pow = kiln::saturating_pow(x[kiln.at(i, x_len, 160)], n[kiln.at(i, n_len, 161)]);
    out[kiln.at(i * 64 + 33, out_len, 163)] = (u64)saturating_pow;
    const u32 ilog2 = kiln::ilog2(x[kiln.at(i, x_len, 165)]);
    out[kiln.at(i * 64 + 34, out_len, 167)] = (u64)ilog2;
    const u32 ilog10 = kiln::ilog10(x[kiln.at(i, x_len, 169)]);
    out[kiln.at(i * 64 + 35, out_len, 171)] = (u64)ilog10;
    const bool is_multiple_of = kiln::is_multiple_of(x[kiln.at(i, x_len, 173)], y[kiln.at(i, y_len, 174)]);
    out[kiln.at(i * 64 + 36, out_len, 176)] = (u64)is_multiple_of;
    const u16 unbounded_shl = kiln::unbounded_shl(x[kiln.at(i, x_len, 178)], n[kiln.at(i, n_len, 179)]);
    out[kiln.at(i * 64 + 37, out_len, 181)] = (u64)unbounded_shl;
    const u16 unbounded_shr = kiln::unbounded_shr(x[kiln.at(i, x_len, 183)], n[kiln.at(i, n_len, 184)]);
    out[kiln.at(i * 64 + 38, out_len, 186)] = (u64)unbounded_shr;
    const u16 to_be = kiln::swap_bytes(x[kiln.at(i, x_len, 188)]);
    out[kiln.at(i * 64 + 39, out_len, 190)] = (u64)to_be;
    const u16 from_be = kiln::swap_bytes(x[kiln.at(i, x_len, 192)]);
    out[kiln.at(i * 64 + 40, out_len, 194)] = (u64)from_be;
    const u16 to_le = x[kiln.at(i, x_len, 196)];
    out[kiln.at(i * 64 + 41, out_len, 198)] = (u64)to_le;
    const u16 from_le = x[kiln.at(i, x_len, 200)];
    out[kiln.at(i * 64 + 42, out_len, 202)] = (u64)from_le;
    const u16 shuffle = kiln::shuffle(x[kiln.at(i, x_len, 204)], n[kiln.at(i, n_len, 205)]);
    out[kiln.at(i * 64 + 43, out_len, 207)] = (u64)shuffle;
    const u16 shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 209)], n[kiln.at(i, n_len, 210)]);
    out[kiln.at(i * 64 + 44, out_len, 212)] = (u64)shuffle_up;
    const u16 shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 214)], n[kiln.at(i, n_len, 215)]);
    out[kiln.at(i * 64 + 45, out_len, 217)] = (u64)shuffle_down;
    const u16 shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 219)], n[kiln.at(i, n_len, 220)]);
    out[kiln.at(i * 64 + 46, out_len, 222)] = (u64)shuffle_xor;
    const u16 masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 224)], n[kiln.at(i, n_len, 225)], n[kiln.at(i, n_len, 226)]);
    out[kiln.at(i * 64 + 47, out_len, 228)] = (u64)masked_shuffle;
    const u16 warp_sum = kiln::warp_sum(x[kiln.at(i, x_len, 230)]);
    out[kiln.at(i * 64 + 48, out_len, 232)] = (u64)warp_sum;
    const u16 warp_min = kiln::warp_min(x[kiln.at(i, x_len, 234)]);
    out[kiln.at(i * 64 + 49, out_len, 236)] = (u64)warp_min;
    const u16 warp_max = kiln::warp_max(x[kiln.at(i, x_len, 238)]);
    out[kiln.at(i * 64 + 50, out_len, 240)] = (u64)warp_max;
    const u16 warp_and = kiln::warp_and(x[kiln.at(i, x_len, 242)]);
    out[kiln.at(i * 64 + 51, out_len, 244)] = (u64)warp_and;
    const u16 warp_or = kiln::warp_or(x[kiln.at(i, x_len, 246)]);
    out[kiln.at(i * 64 + 52, out_len, 248)] = (u64)warp_or;
    const u16 warp_xor = kiln::warp_xor(x[kiln.at(i, x_len, 250)]);
    out[kiln.at(i * 64 + 53, out_len, 252)] = (u64)warp_xor;
    const u16 warp_inclusive_sum = kiln::warp_inclusive_sum(x[kiln.at(i, x_len, 254)]);
    out[kiln.at(i * 64 + 54, out_len, 256)] = (u64)warp_inclusive_sum;
    const u16 warp_exclusive_sum = kiln::warp_exclusive_sum(x[kiln.at(i, x_len, 258)]);
    out[kiln.at(i * 64 + 55, out_len, 260)] = (u64)warp_exclusive_sum;
    const u16 warp_inclusive_min = kiln::warp_inclusive_min(x[kiln.at(i, x_len, 262)]);
    out[kiln.at(i * 64 + 56, out_len, 264)] = (u64)warp_inclusive_min;
    const u16 warp_exclusive_min = kiln::warp_exclusive_min(x[kiln.at(i, x_len, 266)]);
    out[kiln.at(i * 64 + 57, out_len, 268)] = (u64)warp_exclusive_min;
    const u16 warp_inclusive_max = kiln::warp_inclusive_max(x[kiln.at(i, x_len, 270)]);
    out[kiln.at(i * 64 + 58, out_len, 272)] = (u64)warp_inclusive_max;
    const u16 warp_exclusive_max = kiln::warp_exclusive_max(x[kiln.at(i, x_len, 274)]);
    out[kiln.at(i * 64 + 59, out_len, 276)] = (u64)warp_exclusive_max;
    const u16 broadcast = kiln::shuffle(x[kiln.at(i, x_len, 278)], n[kiln.at(i, n_len, 279)]);
    out[kiln.at(i * 64 + 60, out_len, 281)] = (u64)broadcast;
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 283)]);
    out[kiln.at(i * 64 + 61, out_len, 285)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 287)]);
    out[kiln.at(i * 64 + 62, out_len, 289)] = (u64)match_all;
    const u16 lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 291)], n[kiln.at(i, n_len, 292)]);
    out[kiln.at(i * 64 + 63, out_len, 294)] = (u64)lane_xor;
}
