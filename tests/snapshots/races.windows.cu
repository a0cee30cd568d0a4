typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.b060b5e4

extern "C" __global__ void windows(
    usize width,
    usize height,
    usize window,
    usize step,
    u32* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    const usize col = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize row = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    const usize saved = kiln.div(width - window, step, 3) + 1;
    const usize saved_1 = kiln.div(height - window, step, 4) + 1;
    const usize cols = saved;
    const usize rows = saved_1;
    if (col < cols && row < rows) {
        x[kiln.at(row * cols + col, x_len, 7)] = 1;
    }
}
