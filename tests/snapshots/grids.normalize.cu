typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: atomic_load.942bb3b5 fail_record.18877a3b fail.ebbbc3a8 launch_info.f467f711

extern "C" __global__ void normalize(
    float* x, usize x_len,
    float* sums, usize sums_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    for (usize turn = 0; turn < 2; ++turn) {
        if (i < x_len) {
            atomicAdd(&sums[kiln.at(turn, sums_len, 5)], x[i]);
        }
        kiln.grid_sync();
        if (i < x_len) {
            const float saved = x[i];
            const float value = kiln::atomic_load(&sums[kiln.at(turn, sums_len, 11)]);
            x[i] = saved / value + 1.0f;
        }
    }
}
