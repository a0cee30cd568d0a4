typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void rows_in_i32(
    i32 rows,
    i32 cols,
    i32 shift,
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize col = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize row = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    const i32 col_1 = (i32)col;
    const i32 row_1 = (i32)row;
    if (col_1 < cols && row_1 < rows) {
        const i32 at = (i32)((u32)row_1 * cols + col_1);
        out[kiln.at((usize)at, out_len, 7)] = x[kiln.at((usize)(i32)((u32)at + shift), x_len, 6)] + 1;
    }
}
