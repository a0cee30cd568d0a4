typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void haar_step(
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize half = y_len / 2;
    if (i < half) {
        const float saved = x[kiln.at(2 * i, x_len, 6)];
        const float saved_1 = x[kiln.at(2 * i + 1, x_len, 7)];
        const float a = saved;
        const float b = saved_1;
        y[i] = (a + b) * 0.70710677f;
        y[half + i] = (a - b) * 0.70710677f;
    }
}
