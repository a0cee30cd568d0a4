typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_min.8439cc99 launch_info.502d9f1e

extern "C" __global__ void clamped(usize n, u32* __restrict__ x, usize x_len, const kiln::launch_info kiln) {
    const usize i = kiln::int_min((usize)blockIdx.x * blockDim.x + threadIdx.x, n);
    if (i < n) {
        x[kiln.at(i, x_len, 4)] += 1;
    }
}
