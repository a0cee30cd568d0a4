typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void saxpy(
    float a,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < y_len) {
        y[kiln.at(i, y_len, 4)] = a * x[kiln.at(i, x_len, 2)] + y[kiln.at(i, y_len, 3)];
    }
}
