typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void gesummv(
    float alpha,
    float beta,
    const float* __restrict__ a, usize a_len,
    const float* __restrict__ b, usize b_len,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize row = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize n = x_len;
    if (row < y_len) {
        float left = 0.0f;
        float right = 0.0f;
        for (usize turn = 0; turn < x_len; ++turn) {
            const usize j = turn;
            left += a[kiln.at(row * n + j, a_len, 7)] * x[turn];
            right += b[kiln.at(row * n + j, b_len, 9)] * x[turn];
        }
        y[row] = alpha * left + beta * right;
    }
}
