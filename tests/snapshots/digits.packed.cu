typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void packed(
    usize n,
    const u32* __restrict__ a, usize a_len,
    u32* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize j = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize i = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j <= i) {
        y[kiln.at(i * (i + 1) / 2 + j, y_len, 6)] = a[kiln.at(i * n + j, a_len, 4)];
    }
}
