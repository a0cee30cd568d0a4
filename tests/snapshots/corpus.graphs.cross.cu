typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void cross(
    usize n,
    usize k,
    const u32* __restrict__ d, usize d_len,
    u32* __restrict__ row, usize row_len,
    u32* __restrict__ column, usize column_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        row[kiln.at(i, row_len, 5)] = d[kiln.at(k * n + i, d_len, 4)];
        column[kiln.at(i, column_len, 8)] = d[kiln.at(i * n + k, d_len, 7)];
    }
}
