typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void readable(
    float a,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize row = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    // Threads past the end have nothing to do.
    if (row < y_len) {
        y[row] = a * x[kiln.at(row, x_len, 4)] + y[row];
    }
}
