typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void first_six(
    const u32* __restrict__ keys, usize keys_len,
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ at, usize at_len,
    u32* __restrict__ counts, usize counts_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= counts_len) {
        return;
    }
    usize found = 0;
    for (usize turn = 0; turn < x_len; ++turn) {
        const usize k = turn;
        if (x[turn] == keys[kiln.at(i, keys_len, 7)]) {
            at[kiln.at(i * 6 + found, at_len, 9)] = (u32)k;
            found += 1;
            if (found == 6) {
                break;
            }
        }
    }
    counts[i] = (u32)found;
}
