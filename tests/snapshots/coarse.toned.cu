typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void toned(
    usize low,
    const u8* __restrict__ x, usize x_len,
    const u8* __restrict__ table, usize table_len,
    u8* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= low && i < y_len && table_len == 256) {
        u8 v = table[(usize)x[kiln.at(i, x_len, 4)]];
        if (v > 200) {
            v = (u8)(200u - x[i] / 4);
        }
        y[i] = v;
    }
}
