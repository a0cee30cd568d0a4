typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: atomic_load.942bb3b5 atomic_store.bdf318a5 fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void relax(
    const u32* __restrict__ from, usize from_len,
    const u32* __restrict__ to, usize to_len,
    const u32* __restrict__ length, usize length_len,
    u32* best, usize best_len,
    u32* changed, usize changed_len,
    const kiln::launch_info kiln
) {
    const usize e = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= from_len) {
        return;
    }
    const u32 here = kiln::atomic_load(&best[kiln.at((usize)from[e], best_len, 6)]);
    if (here == 4294967295u) {
        return;
    }
    const u32 through = here + length[kiln.at(e, length_len, 10)];
    const u32 value = atomicMin(&best[kiln.at((usize)to[kiln.at(e, to_len, 12)], best_len, 13)], through);
    if (value > through) {
        kiln::atomic_store(&changed[kiln.at(0, changed_len, 15)], 1u);
    }
}
