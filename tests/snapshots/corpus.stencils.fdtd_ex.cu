typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void fdtd_ex(
    usize width,
    usize height,
    const float* __restrict__ hz, usize hz_len,
    float* __restrict__ ex, usize ex_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < width && y < height) {
        const usize i = y * width + x;
        ex[kiln.at(i, ex_len, 7)] -= 0.5f * (hz[kiln.at(i, hz_len, 5)] - hz[kiln.at(i - 1, hz_len, 6)]);
    }
}
