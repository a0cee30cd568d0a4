typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void multipliers(
    usize n,
    usize step,
    const float* __restrict__ a, usize a_len,
    float* __restrict__ m, usize m_len,
    const kiln::launch_info kiln
) {
    const usize row = (usize)blockIdx.x * blockDim.x + threadIdx.x + step + 1;
    if (row < n) {
        m[kiln.at(row * n + step, m_len, 7)] = a[kiln.at(row * n + step, a_len, 4)] / a[kiln.at(step * n + step, a_len, 5)];
    }
}
