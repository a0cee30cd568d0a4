typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void rows_of_a_tile(
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    __shared__ array<u32, 256> tile;
    const usize t = (usize)threadIdx.x;
    for (usize row = 0; row < 4; ++row) {
        tile[kiln.at(row * 64 + t, 256, 6)] = x[kiln.at(row * 64 + t, x_len, 5)];
    }
    __syncthreads();
    y[kiln.at((usize)blockIdx.x * blockDim.x + threadIdx.x, y_len, 10)] = tile[kiln.at(255 - t, 256, 9)];
}
