typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void butterflies_of_a_bit(
    u32 k,
    u32* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    const usize t = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize stride = 1ull << (k & 63);
    const usize i = t >> (k & 63) << (k + 1 & 63) | t & stride - 1;
    if (i + stride < x_len) {
        const u32 saved = x[kiln.at(i, x_len, 6)];
        const u32 saved_1 = x[kiln.at(i | stride, x_len, 7)];
        const u32 a = saved;
        const u32 b = saved_1;
        x[i] = a + b;
        x[i | stride] = a - b;
    }
}
