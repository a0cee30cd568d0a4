typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void srad_step(
    usize width,
    usize height,
    const float* __restrict__ c, usize c_len,
    const float* __restrict__ old, usize old_len,
    float* __restrict__ new_, usize new_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        const usize i = y * width + x;
        const usize south = y + 1 == height ? i : i + width;
        const usize east = x + 1 == width ? i : i + 1;
        const usize north = y == 0 ? i : i - width;
        const usize west = x == 0 ? i : i - 1;
        const float d = c[kiln.at(i, c_len, 17)] * (old[kiln.at(north, old_len, 18)] - old[kiln.at(i, old_len, 19)]) + c[kiln.at(south, c_len, 20)] * (old[kiln.at(south, old_len, 21)] - old[kiln.at(i, old_len, 22)]) + c[kiln.at(i, c_len, 23)] * (old[kiln.at(west, old_len, 24)] - old[kiln.at(i, old_len, 25)]) + c[kiln.at(east, c_len, 26)] * (old[kiln.at(east, old_len, 27)] - old[kiln.at(i, old_len, 28)]);
        new_[kiln.at(i, new_len, 31)] = old[i] + 0.125f * d;
    }
}
