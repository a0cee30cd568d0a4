typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: unsigned_by_size.3ee267ca abs_diff.9ceb5442 fail_record.18877a3b fail.ebbbc3a8 int_max.1a21aab5
//   int_min.8439cc99 saturating_sub_u64.bf257835 launch_info.502d9f1e

extern "C" __global__ void bilateral(
    usize width,
    usize height,
    const float* __restrict__ image, usize image_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    const float here = image[kiln.at(y * width + x, image_len, 5)];
    float sum = 0.0f;
    float weights = 0.0f;
    for (
        usize row = kiln::saturating_sub_u64(y, 2ull), row_end = kiln::int_min(y + 3, height);
        row < row_end;
        ++row
    ) {
        for (
            usize col = kiln::saturating_sub_u64(x, 2ull), col_end = kiln::int_min(x + 3, width);
            col < col_end;
            ++col
        ) {
            const float value = image[kiln.at(row * width + col, image_len, 10)];
            const float distance = (float)(kiln::abs_diff(row, y) * kiln::abs_diff(row, y) + kiln::abs_diff(col, x) * kiln::abs_diff(col, x));
            const float weight = expf(-distance / 4.0f - (value - here) * (value - here) / 0.5f);
            sum += weight * value;
            weights += weight;
        }
    }
    out[kiln.at(y * width + x, out_len, 19)] = sum / weights;
}
