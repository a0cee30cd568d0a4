typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void places(usize* __restrict__ out, usize out_len, const kiln::launch_info kiln) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    const usize z = (usize)blockIdx.z * blockDim.z + threadIdx.z;
    const usize b = (usize)blockIdx.y;
    const usize width = (usize)gridDim.x * (usize)blockDim.x;
    const usize height = (usize)gridDim.y * (usize)blockDim.y;
    const usize i = (z * height + y) * width + x;
    out[kiln.at(i, out_len, 7)] = x + 100 * y + 10000 * z + 1000000 * b + 10000000 * (usize)threadIdx.z;
}
