typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void behind_what_wraps(
    usize n,
    u32* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    if (n + 1 < n) {
        y[kiln.at(0, y_len, 3)] = (u32)((usize)blockIdx.x * blockDim.x + threadIdx.x);
    }
}
