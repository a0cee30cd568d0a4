typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void syr2k(
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
    if (row < n && col < n) {
        float sum = 0.0f;
        for (usize i = 0; i < k; ++i) {
            sum += a[kiln.at(row * k + i, a_len, 6)] * b[kiln.at(col * k + i, b_len, 7)] + b[kiln.at(row * k + i, b_len, 8)] * a[kiln.at(col * k + i, a_len, 9)];
        }
        c[row * n + col] = alpha * sum + beta * c[kiln.at(row * n + col, c_len, 11)];
    }
}
