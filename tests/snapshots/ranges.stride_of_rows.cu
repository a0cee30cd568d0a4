typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.cdb02479

extern "C" __global__ void stride_of_rows(
    usize rows,
    usize cols,
    u32* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    const usize total = rows * cols;
    const usize step = (usize)gridDim.x * (usize)blockDim.x;
    if (step == 0) {
        kiln.fail(3);
    }
    const usize start = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize end = total;
    for (
        usize turn = 0, turn_end = start < end ? kiln.div(end - start - 1, step, 4) + 1 : 0;
        turn < turn_end;
        ++turn
    ) {
        const usize i = start + turn * step;
        x[kiln.at(i, x_len, 6)] += 1;
    }
}
