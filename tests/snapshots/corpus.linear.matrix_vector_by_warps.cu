typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 lane_id.154b932d unsigned_by_size.3ee267ca lane_xor.0e2ead84
//   exchange.3a989a11 masked_shuffle.9afe57d0 range.ae1cd7e6 trailing_zeros.9737c9bc warp_id.9350e530
//   warp_sum_f32.0c8e5be4 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(128) matrix_vector_by_warps(
    usize n,
    const float* __restrict__ a, usize a_len,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize row = (usize)blockIdx.x * 4 + kiln::warp_id();
    if (row < y_len) {
        float sum = 0.0f;
        for (const usize col : kiln::range<usize>(kiln::lane_id(), n, 32, false, false)) {
            sum += a[kiln.at(row * n + col, a_len, 6)] * x[kiln.at(col, x_len, 7)];
        }
        const float sum_1 = kiln::warp_sum_f32(sum);
        if (kiln::lane_id() == 0) {
            y[row] = sum_1;
        }
    }
}
