typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void transpose_naive(
    usize width,
    usize height,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize col = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize row = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (col < width && row < height) {
        out[kiln.at(col * height + row, out_len, 5)] = x[kiln.at(row * width + col, x_len, 4)];
    }
}
