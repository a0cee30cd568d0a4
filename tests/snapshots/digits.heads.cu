typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.b7a0c506

extern "C" __global__ void heads(
    u32 heads,
    u32 length,
    u32 dim,
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    while (i < x_len) {
        const usize heads_1 = (usize)heads;
        const usize length_1 = (usize)length;
        const usize dim_1 = (usize)dim;
        const usize saved = kiln.rem(i, dim_1, 5);
        const usize saved_1 = kiln.rem(kiln.div(i, dim_1, 6), heads_1, 7);
        const usize saved_2 = kiln.rem(kiln.div(i, dim_1 * heads_1, 8), length_1, 9);
        const usize d = saved;
        const usize h = saved_1;
        const usize s = saved_2;
        const usize b = kiln.div(i, dim_1 * heads_1 * length_1, 11);
        y[kiln.at(((b * heads_1 + h) * length_1 + s) * dim_1 + d, y_len, 14)] = x[i];
        i += (usize)gridDim.x * (usize)blockDim.x;
    }
}
