typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void transposed_matrix_vector(
    usize n,
    const float* __restrict__ a, usize a_len,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize col = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (col < n) {
        float sum = 0.0f;
        for (usize i = 0; i < x_len; ++i) {
            sum += a[kiln.at(i * n + col, a_len, 6)] * x[i];
        }
        y[kiln.at(col, y_len, 9)] = sum;
    }
}
