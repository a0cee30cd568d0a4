typedef long long i64;
typedef long long isize;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 saturate.21627796 to.5dedd7cc
//   launch_info.502d9f1e

extern "C" __global__ void cast(
    const double* __restrict__ x, usize x_len,
    isize* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = kiln::to<isize>(x[kiln.at(i, x_len, 4)]);
    }
}
