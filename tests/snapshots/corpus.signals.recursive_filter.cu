typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.b060b5e4

extern "C" __global__ void recursive_filter(
    usize width,
    float alpha,
    const float* __restrict__ image, usize image_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width) {
        return;
    }
    const usize height = kiln.div(image_len, width, 5);
    float state = image[kiln.at(x, image_len, 7)];
    for (usize y = 0; y < height; ++y) {
        state += alpha * (image[y * width + x] - state);
        out[kiln.at(y * width + x, out_len, 12)] = state;
    }
    for (usize y = height; y-- > 0;) {
        state += alpha * (out[kiln.at(y * width + x, out_len, 15)] - state);
        out[y * width + x] = state;
    }
}
