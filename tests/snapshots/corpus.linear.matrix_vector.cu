typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.2c992ef7

extern "C" __global__ void matrix_vector(
    usize n,
    const float* __restrict__ a, usize a_len,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize row = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (row < y_len) {
        float sum = 0.0f;
        if (row * n > (row + 1) * n || (row + 1) * n > a_len) {
            kiln.fail(5, (u64)(row * n), (u64)((row + 1) * n), (u64)a_len);
        }
        const usize length = (row + 1) * n - row * n < x_len ? (row + 1) * n - row * n : x_len;
        for (usize turn = 0; turn < length; ++turn) {
            sum += (a + row * n)[turn] * x[turn];
        }
        y[row] = sum;
    }
}
