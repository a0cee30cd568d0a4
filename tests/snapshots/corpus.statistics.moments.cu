typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void moments(
    usize rows,
    const float* __restrict__ data, usize data_len,
    float* __restrict__ mean, usize mean_len,
    float* __restrict__ deviation, usize deviation_len,
    const kiln::launch_info kiln
) {
    const usize col = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize cols = mean_len;
    if (col < cols) {
        float sum = 0.0f;
        for (usize row = 0; row < rows; ++row) {
            sum += data[kiln.at(row * cols + col, data_len, 7)];
        }
        const float average = sum / (float)rows;
        float squares = 0.0f;
        for (usize row = 0; row < rows; ++row) {
            const float d = data[kiln.at(row * cols + col, data_len, 13)] - average;
            squares += d * d;
        }
        mean[col] = average;
        deviation[kiln.at(col, deviation_len, 19)] = sqrtf(squares / (float)rows);
    }
}
