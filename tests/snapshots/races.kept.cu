typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void kept(
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ y, usize y_len,
    u32* __restrict__ counts, usize counts_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < counts_len) {
        usize n = 0;
        for (usize k = 0; k < 8; ++k) {
            const u32 value = x[kiln.at(i * 8 + k, x_len, 6)];
            if (value % 3 != 0) {
                y[kiln.at(i * 8 + n, y_len, 10)] = value;
                n += 1;
            }
        }
        counts[i] = (u32)n;
    }
}
