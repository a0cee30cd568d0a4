typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_max.1a21aab5 int_min.8439cc99 unsigned_by_size.3ee267ca
//   lane_xor.0e2ead84 exchange.3a989a11 masked_shuffle.9afe57d0 shuffle.610a0943 lane_id.154b932d shuffle_xor.1e2afcac
//   trailing_zeros.9737c9bc warp_max_u32.6774d7c3 warp_min_u32.97a3a7ca warp_sum_f32.0c8e5be4 warp_sum_u64.b5659ad1
//   launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(64) votes(
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ out, usize out_len,
    float* __restrict__ sums, usize sums_len,
    u64* __restrict__ wide, usize wide_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const u32 v = x[kiln.at(i, x_len, 3)];
    u32 bits = 0;
    const bool value = (__all_sync(__activemask(), (v < 90)) != 0);
    if (value) {
        bits += 1;
    }
    const bool value_1 = (__any_sync(__activemask(), (v == 5)) != 0);
    if (value_1) {
        bits += 2;
    }
    const u32 odd = __ballot_sync(__activemask(), (v % 2 == 1));
    const u32 saved = odd ^ bits << 5;
    const u32 value_2 = kiln::warp_max_u32(v);
    const u32 value_3 = kiln::warp_min_u32(v);
    out[kiln.at(i, out_len, 12)] = saved ^ value_2 << 8 ^ value_3 << 16;
    sums[kiln.at(i, sums_len, 14)] = kiln::warp_sum_f32((float)v);
    const u64 value_4 = kiln::warp_sum_u64((u64)v);
    const u64 value_5 = kiln::shuffle_xor((u64)v << 40, 1u);
    wide[kiln.at(i, wide_len, 16)] = value_4 + value_5;
}
