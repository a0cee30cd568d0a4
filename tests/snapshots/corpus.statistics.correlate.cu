typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void correlate(
    usize rows,
    usize cols,
    const float* __restrict__ data, usize data_len,
    const float* __restrict__ mean, usize mean_len,
    const float* __restrict__ deviation, usize deviation_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize b = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize a = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (a < cols && b < cols) {
        float sum = 0.0f;
        for (usize row = 0; row < rows; ++row) {
            sum += (data[kiln.at(row * cols + a, data_len, 6)] - mean[kiln.at(a, mean_len, 7)]) * (data[kiln.at(row * cols + b, data_len, 8)] - mean[kiln.at(b, mean_len, 9)]);
        }
        out[kiln.at(a * cols + b, out_len, 14)] = sum / ((float)rows * deviation[kiln.at(a, deviation_len, 11)] * deviation[kiln.at(b, deviation_len, 12)]);
    }
}
