typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void shortest(
    usize n,
    usize k,
    u32* __restrict__ d, usize d_len,
    const kiln::launch_info kiln
) {
    const usize j = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize i = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < n && i != k && j != k) {
        const u32 via = d[kiln.at(i * n + k, d_len, 4)] + d[kiln.at(k * n + j, d_len, 5)];
        if (via < d[kiln.at(i * n + j, d_len, 7)]) {
            d[i * n + j] = via;
        }
    }
}
