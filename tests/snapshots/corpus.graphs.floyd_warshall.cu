typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_min.8439cc99 saturating_add_u32.4922f609 launch_info.502d9f1e

extern "C" __global__ void floyd_warshall(
    usize n,
    const u32* __restrict__ row, usize row_len,
    const u32* __restrict__ column, usize column_len,
    u32* __restrict__ d, usize d_len,
    const kiln::launch_info kiln
) {
    const usize j = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize i = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n) {
        d[i * n + j] = kiln::int_min(d[kiln.at(i * n + j, d_len, 4)], kiln::saturating_add_u32(row[kiln.at(j, row_len, 5)], column[kiln.at(i, column_len, 6)]));
    }
}
