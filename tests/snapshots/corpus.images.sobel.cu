typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.f0b3b588

extern "C" __global__ void sobel(
    usize width,
    usize height,
    const float* __restrict__ image, usize image_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x + 1 >= width || y + 1 >= height) {
        return;
    }
    const usize i = y * width + x;
    if (i - width - 1 > i - width + 2 || i - width + 2 > image_len) {
        kiln.fail(6, (u64)(i - width - 1), (u64)(i - width + 2), (u64)image_len);
    }
    if (i + width - 1 > i + width + 2 || i + width + 2 > image_len) {
        kiln.fail(7, (u64)(i + width - 1), (u64)(i + width + 2), (u64)image_len);
    }
    const float dx = (image + (i - width - 1))[kiln.at(2, i - width + 2 - (i - width - 1), 9)] - (image + (i - width - 1))[kiln.at(0, i - width + 2 - (i - width - 1), 10)] + 2.0f * (image[kiln.at(i + 1, image_len, 11)] - image[kiln.at(i - 1, image_len, 12)]) + (image + (i + width - 1))[kiln.at(2, i + width + 2 - (i + width - 1), 13)] - (image + (i + width - 1))[kiln.at(0, i + width + 2 - (i + width - 1), 14)];
    const float dy = (image + (i + width - 1))[0] + 2.0f * (image + (i + width - 1))[1] + (image + (i + width - 1))[2] - (image + (i - width - 1))[0] - 2.0f * (image + (i - width - 1))[1] - (image + (i - width - 1))[2];
    out[kiln.at(i, out_len, 23)] = hypotf(dx, dy);
}
