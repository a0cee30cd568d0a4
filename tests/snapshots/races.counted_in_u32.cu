typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void counted_in_u32(
    u32 n,
    u32* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    u32 i = (u32)((usize)blockIdx.x * blockDim.x + threadIdx.x);
    while (i < n) {
        x[kiln.at((usize)i, x_len, 4)] += 1;
        i += (u32)((usize)gridDim.x * (usize)blockDim.x);
    }
}
