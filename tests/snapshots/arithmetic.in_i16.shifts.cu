typedef short i16;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void shifts(
    const i16* __restrict__ x, usize x_len,
    const i16* __restrict__ y, usize y_len,
    i16* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        i16 v = (i16)((u32)x[kiln.at(i, x_len, 4)] << (y[kiln.at(i, y_len, 5)] & 15));
        v ^= x[i] >> (y[i] & 15);
        v >>= 1;
        (u16&)v <<= y[i] & 15;
        out[i] = v;
    }
}
