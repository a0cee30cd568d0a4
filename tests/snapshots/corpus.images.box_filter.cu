typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_max.1a21aab5 int_min.8439cc99 saturating_sub_u64.bf257835
//   launch_info.f0b3b588

extern "C" __global__ void box_filter(
    usize width,
    usize height,
    usize radius,
    const float* __restrict__ image, usize image_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        const usize left = kiln::saturating_sub_u64(x, radius);
        const usize top = kiln::saturating_sub_u64(y, radius);
        const usize right = kiln::int_min(x + radius + 1, width);
        const usize bottom = kiln::int_min(y + radius + 1, height);
        float sum = 0.0f;
        for (usize row = top; row < bottom; ++row) {
            if (row * width + left > row * width + right || row * width + right > image_len) {
                kiln.fail(8, (u64)(row * width + left), (u64)(row * width + right), (u64)image_len);
            }
            for (
                usize turn = 0, turn_end = row * width + right - (row * width + left);
                turn < turn_end;
                ++turn
            ) {
                sum += (image + (row * width + left))[turn];
            }
        }
        out[kiln.at(y * width + x, out_len, 12)] = sum / (float)((right - left) * (bottom - top));
    }
}
