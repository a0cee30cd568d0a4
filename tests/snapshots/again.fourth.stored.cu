typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void stored(u32* __restrict__ y, usize y_len, const kiln::launch_info kiln) {
    y[kiln.at((usize)blockIdx.x * blockDim.x + threadIdx.x, y_len, 2)] = 8;
}
