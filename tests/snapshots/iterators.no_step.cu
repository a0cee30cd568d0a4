typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.cdb02479

extern "C" __global__ void no_step(
    const i32* __restrict__ x, usize x_len,
    usize n,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    if (n == 0) {
        kiln.fail(2);
    }
    const usize length = x_len == 0 ? 0 : kiln.div(x_len - 1, n, 3) + 1;
    for (usize turn = 0; turn < length; ++turn) {
        (u32&)out[kiln.at(0, out_len, 5)] += x[turn * n];
    }
}
