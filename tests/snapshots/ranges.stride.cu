typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_min.8439cc99 unsigned_by_size.3ee267ca limits.6be52157
//   launch_info.cdb02479

extern "C" __global__ void stride(usize n, u32* __restrict__ x, usize x_len, const kiln::launch_info kiln) {
    const usize m = kiln::int_min(n, x_len);
    const usize threads = (usize)gridDim.x * (usize)blockDim.x;
    const usize step = threads;
    if (step == 0) {
        kiln.fail(4);
    }
    const usize start = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize end = m;
    for (
        usize turn = 0, turn_end = start < end ? kiln.div(end - start - 1, step, 5) + 1 : 0;
        turn < turn_end;
        ++turn
    ) {
        const usize i = start + turn * step;
        x[kiln.at(i, x_len, 7)] += 1;
    }
}
