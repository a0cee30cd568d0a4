typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_max.1a21aab5 int_min.8439cc99 lane_id.154b932d
//   unsigned_by_size.3ee267ca lane_xor.0e2ead84 leading_zeros.515b8827 exchange.3a989a11 masked_shuffle.9afe57d0
//   match_bits.22a96a61 match_all.bac55bb7 match_any.6fd00ce2 shuffle.610a0943 trailing_zeros.9737c9bc
//   warp_and_u32.39b89930 warp_or_u32.cb93b721 warp_xor_u32.bc5768b4 warp_inclusive_sum_i64.a6ccfcea
//   warp_exclusive_sum_i64.4a1507f4 warp_inclusive_min_i64.423c68b9 warp_inclusive_max_i64.f328d5b2
//   warp_exclusive_min_f32.bab9e846 warp_exclusive_max_f32.6b615d2e warp_inclusive_sum_f32.8da9ab6d
//   launch_info.502d9f1e

extern "C" __global__ void matches(
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ out, usize out_len,
    u32* __restrict__ folded, usize folded_len,
    i64* __restrict__ scans, usize scans_len,
    float* __restrict__ floats, usize floats_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len) {
        const u32 v = x[i];
        out[kiln.at(2 * i, out_len, 7)] = kiln::match_any(v % 5);
        const u32 value = __activemask();
        const bool value_1 = kiln::match_all(v);
        const bool value_2 = kiln::match_all(v / 1000);
        out[kiln.at(2 * i + 1, out_len, 10)] = value + (u32)value_1 + 2 * (u32)value_2;
        const u32 value_3 = kiln::warp_and_u32(v | 64u);
        const u32 value_4 = kiln::warp_or_u32(v);
        const u32 value_5 = kiln::warp_xor_u32(v);
        const u32 value_6 = kiln::shuffle(v, 3u);
        folded[kiln.at(i, folded_len, 12)] = value_3 ^ value_4 << 8 ^ value_5 << 16 ^ value_6 << 24;
        const i64 wide = (i64)((i64)v - 40ull);
        const i64 value_7 = kiln::warp_inclusive_sum_i64(wide);
        const i64 value_8 = kiln::warp_exclusive_sum_i64(wide);
        const i64 value_9 = kiln::warp_inclusive_min_i64(wide);
        const i64 value_10 = kiln::warp_inclusive_max_i64(wide);
        scans[kiln.at(i, scans_len, 15)] = (i64)(value_7 + 1000ull * value_8 + 1000000ull * value_9 + 1000000000ull * value_10);
        floats[kiln.at(2 * i, floats_len, 17)] = kiln::warp_exclusive_min_f32((float)v);
        const float value_11 = kiln::warp_exclusive_max_f32((float)v);
        const float value_12 = kiln::warp_inclusive_sum_f32(0.1f * (float)v);
        floats[kiln.at(2 * i + 1, floats_len, 19)] = value_11 + value_12;
    }
}
