typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_min.8439cc99 launch_info.502d9f1e

extern "C" __global__ void path_row(
    const i32* __restrict__ costs, usize costs_len,
    const i32* __restrict__ above, usize above_len,
    i32* __restrict__ below, usize below_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (x < below_len) {
        i32 best = above[kiln.at(x, above_len, 4)];
        if (x > 0) {
            best = kiln::int_min(best, above[x - 1]);
        }
        if (x + 1 < above_len) {
            best = kiln::int_min(best, above[x + 1]);
        }
        below[x] = (i32)((u32)costs[kiln.at(x, costs_len, 12)] + best);
    }
}
