typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: unsigned_by_size.3ee267ca count_ones.9cb30544 fail_record.18877a3b fail.ebbbc3a8 leading_zeros.515b8827
//   launch_info.502d9f1e

extern "C" __global__ void bits(
    const i64* __restrict__ x, usize x_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        out[i] = kiln::count_ones(x[kiln.at(i, x_len, 4)]) * 100 + kiln::leading_zeros(x[kiln.at(i, x_len, 5)] ^ 1ll);
    }
}
