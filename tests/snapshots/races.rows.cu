typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void rows(
    usize cols,
    usize rows,
    u32* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    const usize col = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize row = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (col < cols && row < rows) {
        x[kiln.at(row * cols + col, x_len, 4)] = 1;
    }
}
