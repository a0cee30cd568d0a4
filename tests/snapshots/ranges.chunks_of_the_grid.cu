typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_min.8439cc99 unsigned_by_size.3ee267ca limits.6be52157
//   launch_info.dbd126c9

extern "C" __global__ void chunks_of_the_grid(
    u32* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    const usize n = x_len;
    const usize threads = (usize)gridDim.x * (usize)blockDim.x;
    const usize per = kiln.div(n + threads - 1, threads, 4);
    usize j = ((usize)blockIdx.x * blockDim.x + threadIdx.x) * per;
    const usize end = kiln::int_min(j + per, n);
    while (j < end) {
        x[j] += 1;
        j += 1;
    }
}
