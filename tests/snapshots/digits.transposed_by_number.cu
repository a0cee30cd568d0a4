typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.b7a0c506

extern "C" __global__ void transposed_by_number(
    usize n,
    u32* __restrict__ a, usize a_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize saved = kiln.div(i, n, 3);
    const usize saved_1 = kiln.rem(i, n, 4);
    const usize r = saved;
    const usize c = saved_1;
    if (r < c) {
        const u32 t = a[kiln.at(r * n + c, a_len, 7)];
        a[r * n + c] = a[kiln.at(c * n + r, a_len, 9)];
        a[c * n + r] = t;
    }
}
