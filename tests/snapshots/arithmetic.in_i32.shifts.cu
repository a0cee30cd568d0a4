typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void shifts(
    const i32* __restrict__ x, usize x_len,
    const i32* __restrict__ y, usize y_len,
    i32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        i32 v = (i32)((u32)x[kiln.at(i, x_len, 4)] << (y[kiln.at(i, y_len, 5)] & 31));
        v ^= x[i] >> (y[i] & 31);
        v >>= 1;
        (u32&)v <<= y[i] & 31;
        out[i] = v;
    }
}
