typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void fdtd_ey(
    usize width,
    usize height,
    float source,
    const float* __restrict__ hz, usize hz_len,
    float* __restrict__ ey, usize ey_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        const usize i = y * width + x;
        if (y == 0) {
            ey[kiln.at(i, ey_len, 6)] = source;
        } else {
            ey[kiln.at(i, ey_len, 10)] -= 0.5f * (hz[kiln.at(i, hz_len, 8)] - hz[kiln.at(i - width, hz_len, 9)]);
        }
    }
}
