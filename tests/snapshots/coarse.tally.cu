typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void tally(
    const u32* __restrict__ x, usize x_len,
    u32* counts, usize counts_len,
    u32* __restrict__ seen, usize seen_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len) {
        const u32 value = atomicAdd(&counts[kiln.at((usize)x[i] % 16, counts_len, 6)], 1u);
        seen[kiln.at(i, seen_len, 8)] = value / 1000000;
    }
}
