typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void sum_f64(
    const double* __restrict__ x, usize x_len,
    double* total, usize total_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len) {
        atomicAdd(&total[kiln.at(0, total_len, 4)], x[i]);
        atomicAdd(&total[kiln.at(1, total_len, 7)], -(x[i]));
    }
}
