typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void doitgen(
    usize planes,
    usize rows,
    usize n,
    const float* __restrict__ a, usize a_len,
    const float* __restrict__ c4, usize c4_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize col = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize row = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    const usize plane = (usize)blockIdx.z * blockDim.z + threadIdx.z;
    if (col < n && row < rows && plane < planes) {
        const usize line = (plane * rows + row) * n;
        float sum = 0.0f;
        for (usize s = 0; s < n; ++s) {
            sum += a[kiln.at(line + s, a_len, 7)] * c4[kiln.at(s * n + col, c4_len, 8)];
        }
        out[kiln.at(line + col, out_len, 10)] = sum;
    }
}
