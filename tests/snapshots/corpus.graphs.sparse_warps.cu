typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 lane_id.154b932d unsigned_by_size.3ee267ca lane_xor.0e2ead84
//   exchange.3a989a11 masked_shuffle.9afe57d0 trailing_zeros.9737c9bc warp_id.9350e530 warp_sum_f32.0c8e5be4
//   launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(64) sparse_warps(
    const u32* __restrict__ starts, usize starts_len,
    const u32* __restrict__ columns, usize columns_len,
    const float* __restrict__ values, usize values_len,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize row = (usize)blockIdx.x * 2 + kiln::warp_id();
    if (row >= y_len) {
        return;
    }
    const usize saved = (usize)starts[kiln.at(row, starts_len, 5)];
    const usize saved_1 = (usize)starts[kiln.at(row + 1, starts_len, 6)];
    const usize start = saved;
    const usize end = saved_1;
    float sum = 0.0f;
    for (usize k = start + kiln::lane_id(); k < end; k += 32) {
        sum += values[kiln.at(k, values_len, 10)] * x[kiln.at((usize)columns[kiln.at(k, columns_len, 11)], x_len, 12)];
    }
    const float sum_1 = kiln::warp_sum_f32(sum);
    if (kiln::lane_id() == 0) {
        y[row] = sum_1;
    }
}
