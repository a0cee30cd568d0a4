typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void rank_two_update(
    usize n,
    const float* __restrict__ u1, usize u1_len,
    const float* __restrict__ v1, usize v1_len,
    const float* __restrict__ u2, usize u2_len,
    const float* __restrict__ v2, usize v2_len,
    float* __restrict__ a, usize a_len,
    const kiln::launch_info kiln
) {
    const usize col = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize row = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (col < n && row < n) {
        a[kiln.at(row * n + col, a_len, 8)] += u1[kiln.at(row, u1_len, 4)] * v1[kiln.at(col, v1_len, 5)] + u2[kiln.at(row, u2_len, 6)] * v2[kiln.at(col, v2_len, 7)];
    }
}
