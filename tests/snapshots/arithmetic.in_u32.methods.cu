typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: unsigned_by_size.3ee267ca count_ones.9cb30544 fail_record.18877a3b fail.ebbbc3a8 int_max.1a21aab5
//   int_min.8439cc99 leading_zeros.515b8827 rotate_left.88f228ab trailing_zeros.9737c9bc saturating_sub_u32.b9e3e48c
//   launch_info.502d9f1e

extern "C" __global__ void methods(
    const u32* __restrict__ x, usize x_len,
    const u32* __restrict__ y, usize y_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const u32 saved = x[kiln.at(i, x_len, 4)];
        const u32 saved_1 = y[kiln.at(i, y_len, 5)];
        const u32 a = saved;
        const u32 b = saved_1;
        const u32 n = kiln::count_ones(a) + 3 * kiln::leading_zeros(a) + 5 * kiln::trailing_zeros(b);
        out[i] = kiln::rotate_left(a + b, n) ^ kiln::saturating_sub_u32(a, b) ^ kiln::int_min(a, b) ^ kiln::int_max(a, b) ^ n;
    }
}
