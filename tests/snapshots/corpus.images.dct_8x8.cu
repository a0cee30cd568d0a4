typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(64) dct_8x8(
    usize width,
    const float* __restrict__ image, usize image_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<array<float, 8>, 8> rows;
    const usize u = (usize)threadIdx.x;
    const usize v = (usize)threadIdx.y;
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0.0f;
    for (usize n = 0; n < 8; ++n) {
        const float saved = image[kiln.at(y * width + (usize)blockIdx.x * 8 + n, image_len, 12)];
        const usize k = u;
        const usize n_1 = n;
        sum += saved * cosf(3.1415927f / 16.0f * (float)((2 * n_1 + 1) * k));
    }
    const usize k = u;
    rows[v][u] = (k == 0 ? 0.3535534f : 0.5f) * sum;
    __syncthreads();
    float sum_1 = 0.0f;
    for (usize n = 0; n < 8; ++n) {
        const float saved = rows[n][u];
        const usize k_1 = v;
        const usize n_1 = n;
        sum_1 += saved * cosf(3.1415927f / 16.0f * (float)((2 * n_1 + 1) * k_1));
    }
    if (x < width) {
        const usize k_1 = v;
        out[kiln.at(y * width + x, out_len, 24)] = (k_1 == 0 ? 0.3535534f : 0.5f) * sum_1;
    }
}
