// least: sm_90
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: unsigned_by_size.3ee267ca abs_diff.9ceb5442 count_ones.9cb30544 fail_record.18877a3b fail.ebbbc3a8
//   grid_release_next.a46dda1c grid_wait_for_previous.27f6b227 int_clamp.8de0e666 int_max.1a21aab5 int_min.8439cc99
//   lane_id.154b932d lane_xor.0e2ead84 leading_zeros.515b8827 limits.6be52157 exchange.3a989a11 masked_shuffle.9afe57d0
//   match_bits.22a96a61 match_all.bac55bb7 match_any.6fd00ce2 mul_hi.bbe700f6 negated.60e6282c reverse_bits.a95dbe7c
//   rotate_left.88f228ab rotate_right.9f55ac86 shuffle.610a0943 shuffle_down.ecb4c812 shuffle_up.3de2751a
//   shuffle_xor.1e2afcac swap_bytes.003ca6d9 saturate.21627796 to.5dedd7cc trailing_zeros.9737c9bc warp_id.9350e530
//   saturating_add_u32.4922f609 saturating_sub_u32.b9e3e48c saturating_mul_u32.e68c087b pow_u32.e7014c53
//   wrapping_pow_u32.91fddbea leading_ones_u32.b34025b0 trailing_ones_u32.e0dbf5ef count_zeros_u32.9b0a1ff8
//   is_power_of_two_u32.2eb3bacc next_power_of_two_u32.05b0a509 div_ceil_u32.c6e7265e int_div_euclid_u32.711eaf80
//   int_rem_euclid_u32.58fe3d12 next_multiple_of_u32.db00adae isqrt_u32.9912057c midpoint_u32.cdd5ff7e
//   saturating_pow_u32.4d1d2251 ilog2_u32.f3fdf5e1 ilog10_u32.68e25be2 is_multiple_of_u32.719f8628
//   unbounded_shl_u32.41c805fa unbounded_shr_u32.24535d09 to_be_u32.aed026bb from_be_u32.5b917d3b warp_sum_u32.acea2775
//   warp_min_u32.97a3a7ca warp_max_u32.6774d7c3 warp_and_u32.39b89930 warp_or_u32.cb93b721 warp_xor_u32.bc5768b4
//   warp_inclusive_sum_u32.9388aa59 warp_exclusive_sum_u32.ecebf404 warp_inclusive_min_u32.ec3eddaa
//   warp_exclusive_min_u32.dfb4e9ed warp_inclusive_max_u32.223826c9 warp_exclusive_max_u32.3d5e17e3
//   launch_info.5cdc7dd9

extern "C" __global__ void intrinsics_u32(
    const u32* __restrict__ x, usize x_len,
    const u32* __restrict__ y, usize y_len,
    const u32* __restrict__ z, usize z_len,
    const u32* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const u32 wrapping_add = x[kiln.at(i, x_len, 2)] + y[kiln.at(i, y_len, 3)];
    out[kiln.at(i * 98 + 0, out_len, 5)] = (u64)wrapping_add;
    const u32 wrapping_sub = x[kiln.at(i, x_len, 7)] - y[kiln.at(i, y_len, 8)];
    out[kiln.at(i * 98 + 1, out_len, 10)] = (u64)wrapping_sub;
    const u32 wrapping_mul = x[kiln.at(i, x_len, 12)] * y[kiln.at(i, y_len, 13)];
    out[kiln.at(i * 98 + 2, out_len, 15)] = (u64)wrapping_mul;
    const u32 wrapping_neg = kiln::negated(x[kiln.at(i, x_len, 17)]);
    out[kiln.at(i * 98 + 3, out_len, 19)] = (u64)wrapping_neg;
    const u32 wrapping_shl = x[kiln.at(i, x_len, 21)] << (n[kiln.at(i, n_len, 22)] & 31);
    out[kiln.at(i * 98 + 4, out_len, 24)] = (u64)wrapping_shl;
    const u32 wrapping_shr = x[kiln.at(i, x_len, 26)] >> (n[kiln.at(i, n_len, 27)] & 31);
    out[kiln.at(i * 98 + 5, out_len, 29)] = (u64)wrapping_shr;
    const u32 mul_hi = kiln::mul_hi(x[kiln.at(i, x_len, 31)], y[kiln.at(i, y_len, 32)]);
    out[kiln.at(i * 98 + 6, out_len, 34)] = (u64)mul_hi;
    const u32 saturating_add = kiln::saturating_add_u32(x[kiln.at(i, x_len, 36)], y[kiln.at(i, y_len, 37)]);
    out[kiln.at(i * 98 + 7, out_len, 39)] = (u64)saturating_add;
    const u32 saturating_sub = kiln::saturating_sub_u32(x[kiln.at(i, x_len, 41)], y[kiln.at(i, y_len, 42)]);
    out[kiln.at(i * 98 + 8, out_len, 44)] = (u64)saturating_sub;
    const u32 saturating_mul = kiln::saturating_mul_u32(x[kiln.at(i, x_len, 46)], y[kiln.at(i, y_len, 47)]);
    out[kiln.at(i * 98 + 9, out_len, 49)] = (u64)saturating_mul;
    const u32 abs_diff = kiln::abs_diff(x[kiln.at(i, x_len, 51)], y[kiln.at(i, y_len, 52)]);
    out[kiln.at(i * 98 + 10, out_len, 54)] = (u64)abs_diff;
    const u32 pow_ = kiln::pow_u32(x[kiln.at(i, x_len, 56)], n[kiln.at(i, n_len, 57)]);
    out[kiln.at(i * 98 + 11, out_len, 59)] = (u64)pow_;
    const u32 wrapping_pow = kiln::wrapping_pow_u32(x[kiln.at(i, x_len, 61)], n[kiln.at(i, n_len, 62)]);
    out[kiln.at(i * 98 + 12, out_len, 64)] = (u64)wrapping_pow;
    const u32 int_min = kiln::int_min(x[kiln.at(i, x_len, 66)], y[kiln.at(i, y_len, 67)]);
    out[kiln.at(i * 98 + 13, out_len, 69)] = (u64)int_min;
    const u32 int_max = kiln::int_max(x[kiln.at(i, x_len, 71)], y[kiln.at(i, y_len, 72)]);
    out[kiln.at(i * 98 + 14, out_len, 74)] = (u64)int_max;
    const u32 int_clamp = kiln::int_clamp(x[kiln.at(i, x_len, 76)], y[kiln.at(i, y_len, 77)], z[kiln.at(i, z_len, 78)]);
    out[kiln.at(i * 98 + 15, out_len, 80)] = (u64)int_clamp;
    const u32 leading_zeros = kiln::leading_zeros(x[kiln.at(i, x_len, 82)]);
    out[kiln.at(i * 98 + 16, out_len, 84)] = (u64)leading_zeros;
    const u32 trailing_zeros = kiln::trailing_zeros(x[kiln.at(i, x_len, 86)]);
    out[kiln.at(i * 98 + 17, out_len, 88)] = (u64)trailing_zeros;
    const u32 leading_ones = kiln::leading_ones_u32(x[kiln.at(i, x_len, 90)]);
    out[kiln.at(i * 98 + 18, out_len, 92)] = (u64)leading_ones;
    const u32 trailing_ones = kiln::trailing_ones_u32(x[kiln.at(i, x_len, 94)]);
    out[kiln.at(i * 98 + 19, out_len, 96)] = (u64)trailing_ones;
    const u32 count_ones = kiln::count_ones(x[kiln.at(i, x_len, 98)]);
    out[kiln.at(i * 98 + 20, out_len, 100)] = (u64)count_ones;
    const u32 count_zeros = kiln::count_zeros_u32(x[kiln.at(i, x_len, 102)]);
    out[kiln.at(i * 98 + 21, out_len, 104)] = (u64)count_zeros;
    const u32 rotate_left = kiln::rotate_left(x[kiln.at(i, x_len, 106)], n[kiln.at(i, n_len, 107)]);
    out[kiln.at(i * 98 + 22, out_len, 109)] = (u64)rotate_left;
    const u32 rotate_right = kiln::rotate_right(x[kiln.at(i, x_len, 111)], n[kiln.at(i, n_len, 112)]);
    out[kiln.at(i * 98 + 23, out_len, 114)] = (u64)rotate_right;
    const u32 swap_bytes = kiln::swap_bytes(x[kiln.at(i, x_len, 116)]);
    out[kiln.at(i * 98 + 24, out_len, 118)] = (u64)swap_bytes;
    const u32 reverse_bits = kiln::reverse_bits(x[kiln.at(i, x_len, 120)]);
    out[kiln.at(i * 98 + 25, out_len, 122)] = (u64)reverse_bits;
    const bool is_power_of_two = kiln::is_power_of_two_u32(x[kiln.at(i, x_len, 124)]);
    out[kiln.at(i * 98 + 26, out_len, 126)] = (u64)is_power_of_two;
    const u32 next_power_of_two = kiln::next_power_of_two_u32(x[kiln.at(i, x_len, 128)]);
    out[kiln.at(i * 98 + 27, out_len, 130)] = (u64)next_power_of_two;
    const u32 div_ceil = kiln.div_ceil_u32(x[kiln.at(i, x_len, 132)], y[kiln.at(i, y_len, 133)], 134);
    out[kiln.at(i * 98 + 28, out_len, 136)] = (u64)div_ceil;
    const u32 int_div_euclid = kiln.int_div_euclid_u32(x[kiln.at(i, x_len, 138)], y[kiln.at(i, y_len, 139)], 140);
    out[kiln.at(i * 98 + 29, out_len, 142)] = (u64)int_div_euclid;
    const u32 int_rem_euclid = kiln.int_rem_euclid_u32(x[kiln.at(i, x_len, 144)], y[kiln.at(i, y_len, 145)], 146);
    out[kiln.at(i * 98 + 30, out_len, 148)] = (u64)int_rem_euclid;
    const u32 next_multiple_of = kiln.next_multiple_of_u32(x[kiln.at(i, x_len, 150)], y[kiln.at(i, y_len, 151)], 152);
    out[kiln.at(i * 98 + 31, out_len, 154)] = (u64)next_multiple_of;
    const u32 isqrt = kiln::isqrt_u32(x[kiln.at(i, x_len, 156)]);
    out[kiln.at(i * 98 + 32, out_len, 158)] = (u64)isqrt;
    const u32 midpoint = kiln::midpoint_u32(x[kiln.at(i, x_len, 160)], y[kiln.at(i, y_len, 161)]);
    out[kiln.at(i * 98 + 33, out_len, 163)] = (u64)midpoint;
    const u32 saturating_pow = kiln::saturating_pow_u32(x[kiln.at(i, x_len, 165)], n[kiln.at(i, n_len, 166)]);
    out[kiln.at(i * 98 + 34, out_len, 168)] = (u64)saturating_pow;
    const u32 ilog2 = kiln::ilog2_u32(x[kiln.at(i, x_len, 170)]);
    out[kiln.at(i * 98 + 35, out_len, 172)] = (u64)ilog2;
    const u32 ilog10 = kiln::ilog10_u32(x[kiln.at(i, x_len, 174)]);
    out[kiln.at(i * 98 + 36, out_len, 176)] = (u64)ilog10;
    const bool is_multiple_of = kiln::is_multiple_of_u32(x[kiln.at(i, x_len, 178)], y[kiln.at(i, y_len, 179)]);
    out[kiln.at(i * 98 + 37, out_len, 181)] = (u64)is_multiple_of;
    const u32 unbounded_shl = kiln::unbounded_shl_u32(x[kiln.at(i, x_len, 183)], n[kiln.at(i, n_len, 184)]);
    out[kiln.at(i * 98 + 38, out_len, 186)] = (u64)unbounded_shl;
    const u32 unbounded_shr = kiln::unbounded_shr_u32(x[kiln.at(i, x_len, 188)], n[kiln.at(i, n_len, 189)]);
    out[kiln.at(i * 98 + 39, out_len, 191)] = (u64)unbounded_shr;
    const u32 to_be = kiln::to_be_u32(x[kiln.at(i, x_len, 193)]);
    out[kiln.at(i * 98 + 40, out_len, 195)] = (u64)to_be;
    const u32 from_be = kiln::from_be_u32(x[kiln.at(i, x_len, 197)]);
    out[kiln.at(i * 98 + 41, out_len, 199)] = (u64)from_be;
    const u32 to_le = x[kiln.at(i, x_len, 201)];
    out[kiln.at(i * 98 + 42, out_len, 203)] = (u64)to_le;
    const u32 from_le = x[kiln.at(i, x_len, 205)];
    out[kiln.at(i * 98 + 43, out_len, 207)] = (u64)from_le;
    const u32 shuffle = kiln::shuffle(x[kiln.at(i, x_len, 209)], n[kiln.at(i, n_len, 210)]);
    out[kiln.at(i * 98 + 44, out_len, 212)] = (u64)shuffle;
    const u32 shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 214)], n[kiln.at(i, n_len, 215)]);
    out[kiln.at(i * 98 + 45, out_len, 217)] = (u64)shuffle_up;
    const u32 shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 219)], n[kiln.at(i, n_len, 220)]);
    out[kiln.at(i * 98 + 46, out_len, 222)] = (u64)shuffle_down;
    const u32 shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 224)], n[kiln.at(i, n_len, 225)]);
    out[kiln.at(i * 98 + 47, out_len, 227)] = (u64)shuffle_xor;
    const u32 masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 229)], n[kiln.at(i, n_len, 230)], n[kiln.at(i, n_len, 231)]);
    out[kiln.at(i * 98 + 48, out_len, 233)] = (u64)masked_shuffle;
    const u32 warp_sum = kiln::warp_sum_u32(x[kiln.at(i, x_len, 235)]);
    out[kiln.at(i * 98 + 49, out_len, 237)] = (u64)warp_sum;
    const u32 warp_min = kiln::warp_min_u32(x[kiln.at(i, x_len, 239)]);
    out[kiln.at(i * 98 + 50, out_len, 241)] = (u64)warp_min;
    const u32 warp_max = kiln::warp_max_u32(x[kiln.at(i, x_len, 243)]);
    out[kiln.at(i * 98 + 51, out_len, 245)] = (u64)warp_max;
    const u32 warp_and = kiln::warp_and_u32(x[kiln.at(i, x_len, 247)]);
    out[kiln.at(i * 98 + 52, out_len, 249)] = (u64)warp_and;
    const u32 warp_or = kiln::warp_or_u32(x[kiln.at(i, x_len, 251)]);
    out[kiln.at(i * 98 + 53, out_len, 253)] = (u64)warp_or;
    const u32 warp_xor = kiln::warp_xor_u32(x[kiln.at(i, x_len, 255)]);
    out[kiln.at(i * 98 + 54, out_len, 257)] = (u64)warp_xor;
    const u32 warp_inclusive_sum = kiln::warp_inclusive_sum_u32(x[kiln.at(i, x_len, 259)]);
    out[kiln.at(i * 98 + 55, out_len, 261)] = (u64)warp_inclusive_sum;
    const u32 warp_exclusive_sum = kiln::warp_exclusive_sum_u32(x[kiln.at(i, x_len, 263)]);
    out[kiln.at(i * 98 + 56, out_len, 265)] = (u64)warp_exclusive_sum;
    const u32 warp_inclusive_min = kiln::warp_inclusive_min_u32(x[kiln.at(i, x_len, 267)]);
    out[kiln.at(i * 98 + 57, out_len, 269)] = (u64)warp_inclusive_min;
    const u32 warp_exclusive_min = kiln::warp_exclusive_min_u32(x[kiln.at(i, x_len, 271)]);
    out[kiln.at(i * 98 + 58, out_len, 273)] = (u64)warp_exclusive_min;
    const u32 warp_inclusive_max = kiln::warp_inclusive_max_u32(x[kiln.at(i, x_len, 275)]);
    out[kiln.at(i * 98 + 59, out_len, 277)] = (u64)warp_inclusive_max;
    const u32 warp_exclusive_max = kiln::warp_exclusive_max_u32(x[kiln.at(i, x_len, 279)]);
    out[kiln.at(i * 98 + 60, out_len, 281)] = (u64)warp_exclusive_max;
    const u32 broadcast = kiln::shuffle(x[kiln.at(i, x_len, 283)], n[kiln.at(i, n_len, 284)]);
    out[kiln.at(i * 98 + 61, out_len, 286)] = (u64)broadcast;
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 288)]);
    out[kiln.at(i * 98 + 62, out_len, 290)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 292)]);
    out[kiln.at(i * 98 + 63, out_len, 294)] = (u64)match_all;
    const u32 lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 296)], n[kiln.at(i, n_len, 297)]);
    out[kiln.at(i * 98 + 64, out_len, 299)] = (u64)lane_xor;
    const usize thread_idx_x = (usize)threadIdx.x;
    out[kiln.at(i * 98 + 65, out_len, 302)] = (u64)thread_idx_x;
    const usize thread_idx_y = (usize)threadIdx.y;
    out[kiln.at(i * 98 + 66, out_len, 305)] = (u64)thread_idx_y;
    const usize thread_idx_z = (usize)threadIdx.z;
    out[kiln.at(i * 98 + 67, out_len, 308)] = (u64)thread_idx_z;
    const usize block_idx_x = (usize)blockIdx.x;
    out[kiln.at(i * 98 + 68, out_len, 311)] = (u64)block_idx_x;
    const usize block_idx_y = (usize)blockIdx.y;
    out[kiln.at(i * 98 + 69, out_len, 314)] = (u64)block_idx_y;
    const usize block_idx_z = (usize)blockIdx.z;
    out[kiln.at(i * 98 + 70, out_len, 317)] = (u64)block_idx_z;
    const usize block_dim_x = (usize)blockDim.x;
    out[kiln.at(i * 98 + 71, out_len, 320)] = (u64)block_dim_x;
    const usize block_dim_y = (usize)blockDim.y;
    out[kiln.at(i * 98 + 72, out_len, 323)] = (u64)block_dim_y;
    const usize block_dim_z = (usize)blockDim.z;
    out[kiln.at(i * 98 + 73, out_len, 326)] = (u64)block_dim_z;
    const usize grid_dim_x = (usize)gridDim.x;
    out[kiln.at(i * 98 + 74, out_len, 329)] = (u64)grid_dim_x;
    const usize grid_dim_y = (usize)gridDim.y;
    out[kiln.at(i * 98 + 75, out_len, 332)] = (u64)grid_dim_y;
    const usize grid_dim_z = (usize)gridDim.z;
    out[kiln.at(i * 98 + 76, out_len, 335)] = (u64)grid_dim_z;
    const usize global_id_x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    out[kiln.at(i * 98 + 77, out_len, 338)] = (u64)global_id_x;
    const usize global_id_y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    out[kiln.at(i * 98 + 78, out_len, 341)] = (u64)global_id_y;
    const usize global_id_z = (usize)blockIdx.z * blockDim.z + threadIdx.z;
    out[kiln.at(i * 98 + 79, out_len, 344)] = (u64)global_id_z;
    const usize lane_id = kiln::lane_id();
    out[kiln.at(i * 98 + 80, out_len, 347)] = (u64)lane_id;
    const usize warp_id = kiln::warp_id();
    out[kiln.at(i * 98 + 81, out_len, 350)] = (u64)warp_id;
    __syncthreads();
    __syncwarp();
    __threadfence();
    __threadfence();
    const bool warp_all = (__all_sync(__activemask(), flag[kiln.at(i, flag_len, 357)]) != 0);
    out[kiln.at(i * 98 + 86, out_len, 359)] = (u64)warp_all;
    const bool warp_any = (__any_sync(__activemask(), flag[kiln.at(i, flag_len, 361)]) != 0);
    out[kiln.at(i * 98 + 87, out_len, 363)] = (u64)warp_any;
    const u32 ballot = __ballot_sync(__activemask(), flag[kiln.at(i, flag_len, 365)]);
    out[kiln.at(i * 98 + 88, out_len, 367)] = (u64)ballot;
    const u32 active_lanes = __activemask();
    out[kiln.at(i * 98 + 89, out_len, 370)] = (u64)active_lanes;
    kiln.grid_sync();
    kiln::grid_wait_for_previous();
    kiln::grid_release_next();
    const u32 byte_permute = __byte_perm(n[kiln.at(i, n_len, 375)], n[kiln.at(i, n_len, 376)], n[kiln.at(i, n_len, 377)]);
    out[kiln.at(i * 98 + 93, out_len, 379)] = (u64)byte_permute;
    asm volatile("{ .reg .pred later; setp.ne.u32 later, %0, 0; @later bar.arrive 1, 256; }" :: "r"(n[kiln.at(i, n_len, 381)]) : "memory");
    asm volatile("bar.sync %0, 256;" :: "r"(n[kiln.at(i, n_len, 383)] + 1) : "memory");
    asm volatile("bar.arrive %0, 256;" :: "r"(2 - n[kiln.at(i, n_len, 385)]) : "memory");
    asm volatile("{ .reg .pred first; setp.eq.u32 first, %0, 0; @first bar.sync 1, 256; }" :: "r"(n[kiln.at(i, n_len, 387)]) : "memory");
}
