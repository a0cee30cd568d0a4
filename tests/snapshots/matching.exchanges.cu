typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: atomic_load.942bb3b5 fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void exchanges(u32* sums, usize sums_len, const kiln::launch_info kiln) {
    const u32 mine = (u32)((usize)blockIdx.x * blockDim.x + threadIdx.x);
    u32 seen = kiln::atomic_load(&sums[kiln.at(0, sums_len, 3)]);
    while (true) {
        const u32 expected = seen;
        const u32 old = atomicCAS(&sums[0], expected, seen + mine);
        const bool exchanged = old == expected;
        if (exchanged) {
            break;
        }
        const u32 now = old;
        seen = now;
    }
    u32 seen_1 = 0;
    while (true) {
        const u32 expected = seen_1;
        const u32 old = atomicCAS(&sums[kiln.at(1, sums_len, 10)], expected, seen_1 + mine);
        const bool exchanged = old == expected;
        if (exchanged) {
            break;
        } else {
            const u32 now = old;
            seen_1 = now;
        }
    }
    // One thread wins.
    const u32 expected = 0;
    // One thread wins.
    const u32 old = atomicCAS(&sums[kiln.at(2, sums_len, 14)], expected, mine + 1);
    // One thread wins.
    const bool exchanged = old == expected;
    // One thread wins.
    if (exchanged && old == 0) {
        atomicAdd(&sums[kiln.at(3, sums_len, 16)], 1u);
    } else {
        atomicAdd(&sums[kiln.at(3, sums_len, 18)], 1000u);
    }
}
