typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void methods(
    const float* __restrict__ x, usize x_len,
    const float* __restrict__ y, usize y_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const float saved = x[kiln.at(i, x_len, 4)];
        const float saved_1 = y[kiln.at(i, y_len, 5)];
        const float a = saved;
        const float b = saved_1;
        const float rounded = floorf(a) + ceilf(a) * 2.0f + roundf(a) * 3.0f + truncf(a) * 4.0f + rintf(a);
        out[i] = rounded + sqrtf(fabsf(a)) + fminf(a, b) + fmaxf(a, b) + copysignf(a, b) + fmaf(a, b, 0.25f);
    }
}
