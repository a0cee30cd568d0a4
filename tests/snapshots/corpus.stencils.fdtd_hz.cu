typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void fdtd_hz(
    usize width,
    usize height,
    const float* __restrict__ ex, usize ex_len,
    const float* __restrict__ ey, usize ey_len,
    float* __restrict__ hz, usize hz_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (x + 1 < width && y + 1 < height) {
        const usize i = y * width + x;
        hz[kiln.at(i, hz_len, 9)] -= 0.7f * (ex[kiln.at(i + 1, ex_len, 5)] - ex[kiln.at(i, ex_len, 6)] + ey[kiln.at(i + width, ey_len, 7)] - ey[kiln.at(i, ey_len, 8)]);
    }
}
