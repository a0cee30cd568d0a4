typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void eliminate(
    usize n,
    usize step,
    const float* __restrict__ m, usize m_len,
    const float* __restrict__ pivot, usize pivot_len,
    float* __restrict__ a, usize a_len,
    float* __restrict__ b, usize b_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    const usize col = x + step;
    const usize row = y + step + 1;
    if (row < n && col < n) {
        a[kiln.at(row * n + col, a_len, 7)] -= m[kiln.at(row * n + step, m_len, 5)] * pivot[kiln.at(col, pivot_len, 6)];
    }
    if (row < n && x == 0) {
        b[kiln.at(row, b_len, 12)] -= m[kiln.at(row * n + step, m_len, 10)] * pivot[kiln.at(n, pivot_len, 11)];
    }
}
