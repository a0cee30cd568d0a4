typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void mandelbrot(
    usize width,
    usize height,
    u32 most,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    const float saved = 3.0f * (float)x / (float)width - 2.0f;
    const float saved_1 = 2.0f * (float)y / (float)height - 1.0f;
    const float cx = saved;
    const float cy = saved_1;
    float zx = 0.0f;
    float zy = 0.0f;
    u32 steps = 0;
    u32 value;
    while (true) {
        if (steps == most || zx * zx + zy * zy > 4.0f) {
            value = steps;
            break;
        }
        const float saved_2 = zx * zx - zy * zy + cx;
        const float saved_3 = 2.0f * zx * zy + cy;
        zx = saved_2;
        zy = saved_3;
        steps += 1;
    }
    out[kiln.at(y * width + x, out_len, 14)] = value;
}
