typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void sparse_rows(
    const u32* __restrict__ starts, usize starts_len,
    const u32* __restrict__ columns, usize columns_len,
    const float* __restrict__ values, usize values_len,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize row = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (row < y_len) {
        float sum = 0.0f;
        for (
            usize k = (usize)starts[kiln.at(row, starts_len, 5)], k_end = (usize)starts[kiln.at(row + 1, starts_len, 6)];
            k < k_end;
            ++k
        ) {
            sum += values[kiln.at(k, values_len, 8)] * x[kiln.at((usize)columns[kiln.at(k, columns_len, 9)], x_len, 10)];
        }
        y[row] = sum;
    }
}
