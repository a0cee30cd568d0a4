typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.2c992ef7

extern "C" __global__ void refuse_three(u32* __restrict__ x, usize x_len, const kiln::launch_info kiln) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len) {
        if (!(x[i] != 3)) {
            kiln.fail(5);
        }
        x[i] += 1;
    }
}
