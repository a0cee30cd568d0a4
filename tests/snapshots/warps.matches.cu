typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca match_bits.22a96a61 match_all.bac55bb7
//   match_any.6fd00ce2 exchange.3a989a11 shuffle.610a0943 lane_id.154b932d warp_reduce.9c7e2ddd warp_and.8e63a23e
//   warp_scan.8b5b0d3b warp_scan_below.359c3673 limits.6be52157 least_value.28fc9395 greatest.735e43d5
//   warp_exclusive_max.91e0fe91 greatest_value.d7fc860c least.2cba5021 warp_exclusive_min.4030bb06
//   wrapping_add.8c3cd662 warp_exclusive_sum.bcf92518 warp_inclusive_max.1b0d2144 warp_inclusive_min.20ecd36f
//   warp_inclusive_sum.8c9f08f3 warp_or.28af182c warp_xor.58e9c54f launch_info.502d9f1e

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
        const u32 value_3 = kiln::warp_and(v | 64u);
        const u32 value_4 = kiln::warp_or(v);
        const u32 value_5 = kiln::warp_xor(v);
        const u32 value_6 = kiln::shuffle(v, 3u);
        folded[kiln.at(i, folded_len, 12)] = value_3 ^ value_4 << 8 ^ value_5 << 16 ^ value_6 << 24;
        const i64 wide = (i64)((i64)v - 40ull);
        const i64 value_7 = kiln::warp_inclusive_sum(wide);
        const i64 value_8 = kiln::warp_exclusive_sum(wide);
        const i64 value_9 = kiln::warp_inclusive_min(wide);
        const i64 value_10 = kiln::warp_inclusive_max(wide);
        scans[kiln.at(i, scans_len, 15)] = (i64)(value_7 + 1000ull * value_8 + 1000000ull * value_9 + 1000000000ull * value_10);
        floats[kiln.at(2 * i, floats_len, 17)] = kiln::warp_exclusive_min((float)v);
        const float value_11 = kiln::warp_exclusive_max((float)v);
        const float value_12 = kiln::warp_inclusive_sum(0.1f * (float)v);
        floats[kiln.at(2 * i + 1, floats_len, 19)] = value_11 + value_12;
    }
}
