typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void red_black(
    usize width,
    usize height,
    usize color,
    float* __restrict__ a, usize a_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x + 1 >= width || y + 1 >= height || (x + y) % 2 != color) {
        return;
    }
    const usize i = y * width + x;
    a[kiln.at(i, a_len, 11)] = 0.25f * (a[kiln.at(i - 1, a_len, 7)] + a[kiln.at(i + 1, a_len, 8)] + a[kiln.at(i - width, a_len, 9)] + a[kiln.at(i + width, a_len, 10)]);
}
