typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void gemm(
    usize n,
    usize k,
    float alpha,
    float beta,
    const float* __restrict__ a, usize a_len,
    const float* __restrict__ b, usize b_len,
    float* __restrict__ c, usize c_len,
    const kiln::launch_info kiln
) {
    const usize col = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize row = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (col < n && row * n < c_len) {
        float sum = 0.0f;
        for (usize i = 0; i < k; ++i) {
            sum += a[kiln.at(row * k + i, a_len, 6)] * b[kiln.at(i * n + col, b_len, 7)];
        }
        c[row * n + col] = alpha * sum + beta * c[kiln.at(row * n + col, c_len, 9)];
    }
}
