typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void shifts(
    const u32* __restrict__ x, usize x_len,
    const u32* __restrict__ y, usize y_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        u32 v = x[kiln.at(i, x_len, 4)] << (y[kiln.at(i, y_len, 5)] & 31);
        v ^= x[i] >> (y[i] & 31);
        v >>= 1;
        v <<= y[i] & 31;
        out[i] = v;
    }
}
