typedef int i32;
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_max.1a21aab5 negated.60e6282c launch_info.502d9f1e

extern "C" __global__ void alignment_diagonal(
    usize d,
    i32 gap,
    const u8* __restrict__ a, usize a_len,
    const u8* __restrict__ b, usize b_len,
    const i32* __restrict__ before, usize before_len,
    const i32* __restrict__ last, usize last_len,
    i32* __restrict__ now, usize now_len,
    const kiln::launch_info kiln
) {
    const usize row = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (row > a_len || row > d || d - row > b_len) {
        return;
    }
    const usize column = d - row;
    i32 value;
    if (row == 0 || column == 0) {
        const usize n = row == 0 ? column : row;
        value = (i32)(kiln::negated((u32)gap) * (i32)n);
    } else {
        const i32 same = a[row - 1] == b[column - 1] ? 1 : -1;
        value = kiln::int_max(kiln::int_max((i32)((u32)before[kiln.at(row - 1, before_len, 14)] + same), (i32)((u32)last[kiln.at(row, last_len, 15)] - gap)), (i32)((u32)last[kiln.at(row - 1, last_len, 16)] - gap));
    }
    now[kiln.at(row, now_len, 17)] = value;
}
