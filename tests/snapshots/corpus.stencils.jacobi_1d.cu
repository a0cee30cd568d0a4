typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void jacobi_1d(
    const float* __restrict__ a, usize a_len,
    float* __restrict__ b, usize b_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i + 1 < a_len) {
        b[kiln.at(i, b_len, 8)] = (a[i - 1] + a[i] + a[i + 1]) / 3.0f;
    }
}
