typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 grid_release_next.a46dda1c grid_wait_for_previous.27f6b227
//   launch_info.502d9f1e

extern "C" __global__ void step(
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    kiln::grid_wait_for_previous();
    if (i < y_len) {
        y[i] = x[kiln.at(i, x_len, 5)] + 1;
    }
    kiln::grid_release_next();
}
