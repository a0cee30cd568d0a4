typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: atomic_store.bdf318a5 fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void keep_odd(
    const u32* __restrict__ x, usize x_len,
    u32* count, usize count_len,
    u32* kept, usize kept_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len && x[i] % 2 == 1) {
        const u32 slot = atomicAdd(&count[kiln.at(0, count_len, 6)], 1u);
        kiln::atomic_store(&kept[kiln.at((usize)slot, kept_len, 8)], x[i]);
    }
}
