typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void pivot_row(
    usize n,
    usize step,
    const float* __restrict__ a, usize a_len,
    const float* __restrict__ b, usize b_len,
    float* __restrict__ pivot, usize pivot_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        pivot[kiln.at(i, pivot_len, 5)] = a[kiln.at(step * n + i, a_len, 4)];
    } else if (i == n) {
        pivot[kiln.at(i, pivot_len, 8)] = b[kiln.at(step, b_len, 7)];
    }
}
