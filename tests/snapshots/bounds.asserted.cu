typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.2c992ef7

extern "C" __global__ void asserted(
    float a,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    if (!(x_len == y_len)) {
        kiln.fail(2);
    }
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= y_len) {
        return;
    }
    y[i] = a * x[i] + y[i];
}
