typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.b7a0c506

extern "C" __global__ void rings(
    usize n,
    usize per,
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= kiln.div(x_len, per, 3)) {
        return;
    }
    usize at = 0;
    for (usize k = 0; k < per; ++k) {
        y[kiln.at(i * n + at, y_len, 9)] = x[i * per + k];
        at = kiln.rem(at + 1, n, 11);
    }
}
