typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void shifted(
    usize w,
    usize h,
    usize ahead,
    const u16* __restrict__ x, usize x_len,
    u16* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize j = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (i < w && j < h) {
        y[kiln.at(j * w + i, y_len, 5)] = (u16)(x[kiln.at(j * w + i + ahead, x_len, 4)] * 3u);
    }
}
