typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void by_name_generic(
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    out[kiln.at((usize)blockIdx.x * blockDim.x + threadIdx.x, out_len, 2)] = 1.0f;
}
