typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void halved_difference(
    usize n,
    usize m,
    u32* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    usize s = n - m;
    while (s > 0) {
        if (i < 7 && n < m) {
            x[kiln.at(0, x_len, 6)] += 1;
        }
        s = s / 2;
    }
}
