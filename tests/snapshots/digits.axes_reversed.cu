typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.b7a0c506

extern "C" __global__ void axes_reversed(
    usize a,
    usize b,
    usize c,
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a * b * c) {
        const usize saved = kiln.rem(i, c, 4);
        const usize saved_1 = kiln.rem(kiln.div(i, c, 5), b, 6);
        const usize saved_2 = kiln.div(i, b * c, 7);
        const usize k = saved;
        const usize j = saved_1;
        const usize l = saved_2;
        y[kiln.at((k * b + j) * a + l, y_len, 10)] = x[kiln.at(i, x_len, 9)];
    }
}
