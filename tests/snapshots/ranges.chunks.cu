typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_min.8439cc99 unsigned_by_size.3ee267ca limits.6be52157
//   div_ceil_u64.4268445c launch_info.e554df1a

extern "C" __global__ void chunks(
    usize n,
    usize threads,
    u32* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize per = kiln.div_ceil_u64(n, threads, 3);
    const usize start = i * per;
    const usize end = kiln::int_min(start + per, n);
    for (usize j = start; j < end; ++j) {
        x[kiln.at(j, x_len, 8)] += 1;
    }
}
