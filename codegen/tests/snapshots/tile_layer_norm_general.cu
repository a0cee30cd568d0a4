typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: unsigned_by_size.3ee267ca lane_xor.0e2ead84

extern "C" __global__ void __launch_bounds__(256, 1) layer_norm(
    const float* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    const float* __restrict__ weight, usize weight_len,
    usize weight_extent_0,
    usize weight_stride_0,
    const float* __restrict__ bias, usize bias_len,
    usize bias_extent_0,
    usize bias_stride_0,
    float* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_stride_0,
    usize y_stride_1,
    float epsilon
) {
    __shared__ array<float, 8> parts;
    __shared__ array<float, 8> parts_1;
    const usize thread = (usize)threadIdx.x;
    const usize lane = thread & 31;
    const usize warp = thread >> 5;
    const usize row = (usize)blockIdx.x;
    const float n = (float)x_extent_1;
    array<float, 16> x_tile;
    const usize x_start = row * x_stride_0;
    #pragma unroll
    for (usize j = 0; j < 16; ++j) {
        x_tile[j] = row < x_extent_0 && thread + j * 256 < x_extent_1 ? x[x_start + thread * x_stride_1 + j * 256 * x_stride_1] : 0.0f;
    }
    float total = -0.0f;
    #pragma unroll
    for (usize j = 0; j < 16; ++j) {
        total = total + x_tile[j];
    }
    const float other = kiln::lane_xor(total, 16u);
    total = total + other;
    const float other_1 = kiln::lane_xor(total, 8u);
    total = total + other_1;
    const float other_2 = kiln::lane_xor(total, 4u);
    total = total + other_2;
    const float other_3 = kiln::lane_xor(total, 2u);
    total = total + other_3;
    const float other_4 = kiln::lane_xor(total, 1u);
    total = total + other_4;
    if (lane < 1) {
        parts[warp] = total;
    }
    __syncthreads();
    total = parts[0];
    #pragma unroll
    for (usize w = 1; w < 8; ++w) {
        total = total + parts[w];
    }
    const float sum = total;
    const float mean = sum / n;
    const usize scalar = x_extent_1;
    array<float, 16> centered;
    #pragma unroll
    for (usize j = 0; j < 16; ++j) {
        centered[j] = thread + j * 256 < scalar ? x_tile[j] - mean : 0.0f;
    }
    array<float, 16> tile;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        tile[r] = centered[r] * centered[r];
    }
    float total_1 = -0.0f;
    #pragma unroll
    for (usize j = 0; j < 16; ++j) {
        total_1 = total_1 + tile[j];
    }
    const float other_5 = kiln::lane_xor(total_1, 16u);
    total_1 = total_1 + other_5;
    const float other_6 = kiln::lane_xor(total_1, 8u);
    total_1 = total_1 + other_6;
    const float other_7 = kiln::lane_xor(total_1, 4u);
    total_1 = total_1 + other_7;
    const float other_8 = kiln::lane_xor(total_1, 2u);
    total_1 = total_1 + other_8;
    const float other_9 = kiln::lane_xor(total_1, 1u);
    total_1 = total_1 + other_9;
    if (lane < 1) {
        parts_1[warp] = total_1;
    }
    __syncthreads();
    total_1 = parts_1[0];
    #pragma unroll
    for (usize w = 1; w < 8; ++w) {
        total_1 = total_1 + parts_1[w];
    }
    const float sum_1 = total_1;
    const float scale = rsqrtf(sum_1 / n + epsilon);
    array<float, 16> w;
    #pragma unroll
    for (usize j = 0; j < 16; ++j) {
        w[j] = thread + j * 256 < weight_extent_0 ? weight[thread * weight_stride_0 + j * 256 * weight_stride_0] : 0.0f;
    }
    array<float, 16> b;
    #pragma unroll
    for (usize j = 0; j < 16; ++j) {
        b[j] = thread + j * 256 < bias_extent_0 ? bias[thread * bias_stride_0 + j * 256 * bias_stride_0] : 0.0f;
    }
    array<float, 16> tile_1;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        tile_1[r] = centered[r] * scale * w[r] + b[r];
    }
    const usize y_start = row * y_stride_0;
    #pragma unroll
    for (usize j = 0; j < 16; ++j) {
        if (row < y_extent_0 && thread + j * 256 < y_extent_1) {
            y[y_start + thread * y_stride_1 + j * 256 * y_stride_1] = tile_1[j];
        }
    }
}
