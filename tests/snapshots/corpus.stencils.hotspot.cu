typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 int_min.8439cc99 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(256) hotspot(
    usize width,
    usize height,
    const float* __restrict__ power, usize power_len,
    const float* __restrict__ old, usize old_len,
    float* __restrict__ new_, usize new_len,
    const kiln::launch_info kiln
) {
    __shared__ array<array<float, 18>, 18> tile;
    const usize tx = (usize)threadIdx.x;
    const usize ty = (usize)threadIdx.y;
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    const usize x_1 = x;
    const usize y_1 = y;
    const float result = old[kiln.at(kiln::int_min(y_1, height - 1) * width + kiln::int_min(x_1, width - 1), old_len, 5)];
    tile[ty + 1][tx + 1] = result;
    if (ty == 0) {
        const usize x_2 = x;
        const usize y_2 = y == 0 ? 0 : y - 1;
        const float result_1 = old[kiln.at(kiln::int_min(y_2, height - 1) * width + kiln::int_min(x_2, width - 1), old_len, 5)];
        tile[0][tx + 1] = result_1;
        const usize x_3 = x;
        const usize y_3 = y + 16;
        const float result_2 = old[kiln.at(kiln::int_min(y_3, height - 1) * width + kiln::int_min(x_3, width - 1), old_len, 5)];
        tile[17][tx + 1] = result_2;
    }
    if (tx == 0) {
        const usize x_2 = x == 0 ? 0 : x - 1;
        const usize y_2 = y;
        const float result_1 = old[kiln.at(kiln::int_min(y_2, height - 1) * width + kiln::int_min(x_2, width - 1), old_len, 5)];
        tile[ty + 1][0] = result_1;
        const usize x_3 = x + 16;
        const usize y_3 = y;
        const float result_2 = old[kiln.at(kiln::int_min(y_3, height - 1) * width + kiln::int_min(x_3, width - 1), old_len, 5)];
        tile[ty + 1][17] = result_2;
    }
    __syncthreads();
    if (x < width && y < height) {
        const float here = tile[ty + 1][tx + 1];
        // The ragged last tile: what lies past the chip was filled by the clamped reads.
        const float across = tile[ty + 1][tx] + tile[ty + 1][tx + 2] - 2.0f * here;
        const float along = tile[ty][tx + 1] + tile[ty + 2][tx + 1] - 2.0f * here;
        const usize i = y * width + x;
        new_[kiln.at(i, new_len, 45)] = here + 0.1f * (power[kiln.at(i, power_len, 44)] + across + along + 0.05f * (80.0f - here));
    }
}
