typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void scale_by_two(double* __restrict__ x, usize x_len, const kiln::launch_info kiln) {
    x[kiln.at((usize)blockIdx.x * blockDim.x + threadIdx.x, x_len, 2)] *= 2.0;
}
