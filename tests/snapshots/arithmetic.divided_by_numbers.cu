typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.b7a0c506

extern "C" __global__ void divided_by_numbers(
    const i64* __restrict__ x, usize x_len,
    const i64* __restrict__ by, usize by_len,
    i64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const i64 saved = x[kiln.at(i, x_len, 4)];
        const u64 saved_1 = (u64)x[i];
        const i64 v = saved;
        const u64 u = saved_1;
        i64 sum = (i64)(v / 8 + v % 8 * 3ull + v / 4611686018427387904ll * 5ull);
        sum = (i64)(sum * 7ull + v % 4611686018427387904ll);
        sum = (i64)(sum * 7ull + v / 10 + v % 10 + v / -10 + v % -8);
        sum = (i64)(sum * 7ull + (i64)(u / 10 + u % 10 + u / 4294967297ull + u % 4294967297ull));
        sum = (i64)(sum * 7ull + (i64)(u / 64 + u % 64));
        sum = (i64)(sum * 7ull + kiln.div(-3ll, (i64)((v & 7) + 1ull), 26) + kiln.rem(-3ll, (i64)((v & 7) + 1ull), 27) + (i64)kiln.div(1000000000000ull, u | 1ull, 28));
        if (by[kiln.at(i, by_len, 30)] != 0 && by[i] != -1) {
            sum = (i64)(sum * 7ull + kiln.rem(v, by[i], 34) + kiln.div(v, by[i], 36));
            sum = (i64)(sum * 7ull + (i64)(kiln.div(u, (u64)by[i], 39) + kiln.rem(u, (u64)by[i], 41)));
        }
        out[i] = sum;
    }
}
