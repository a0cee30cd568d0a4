typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(256) add_before(
    const u32* __restrict__ before, usize before_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len && (usize)blockIdx.x > 0) {
        out[i] += before[kiln.at((usize)blockIdx.x - 1, before_len, 4)];
    }
}
