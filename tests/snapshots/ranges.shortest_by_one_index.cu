typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_min.8439cc99 unsigned_by_size.3ee267ca limits.6be52157
//   launch_info.b7a0c506

extern "C" __global__ void shortest_by_one_index(
    usize n,
    usize k,
    u32* __restrict__ d, usize d_len,
    const kiln::launch_info kiln
) {
    const usize t = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize saved = kiln.div(t, n, 3);
    const usize saved_1 = kiln.rem(t, n, 4);
    const usize i = saved;
    const usize j = saved_1;
    if (t < n * n && i != k && j != k) {
        d[t] = kiln::int_min(d[kiln.at(t, d_len, 7)], d[kiln.at(i * n + k, d_len, 8)] + d[kiln.at(k * n + j, d_len, 9)]);
    }
}
