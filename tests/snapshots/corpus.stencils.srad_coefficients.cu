typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 hidden.67bf754a float_clamp_f32.01054d8c launch_info.502d9f1e

extern "C" __global__ void srad_coefficients(
    usize width,
    usize height,
    float q0,
    const float* __restrict__ image, usize image_len,
    float* __restrict__ c, usize c_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    const usize i = y * width + x;
    const float here = image[kiln.at(i, image_len, 6)];
    const float north = image[kiln.at(y == 0 ? i : i - width, image_len, 10)] - here;
    const float south = image[kiln.at(y + 1 == height ? i : i + width, image_len, 14)] - here;
    const float west = image[kiln.at(x == 0 ? i : i - 1, image_len, 18)] - here;
    const float east = image[kiln.at(x + 1 == width ? i : i + 1, image_len, 22)] - here;
    const float g2 = (north * north + south * south + west * west + east * east) / (here * here);
    const float l = (north + south + west + east) / here;
    const float q = (0.5f * g2 - 0.0625f * l * l) / ((1.0f + 0.25f * l) * (1.0f + 0.25f * l));
    c[kiln.at(i, c_len, 32)] = kiln::float_clamp_f32(1.0f / (1.0f + (q - q0) / (q0 * (1.0f + q0))), 0.0f, 1.0f);
}
