typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(256) transpose_tiled(
    usize width,
    usize height,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<array<float, 33>, 32> tile;
    const usize tx = (usize)threadIdx.x;
    const usize ty = (usize)threadIdx.y;
    const usize left = (usize)blockIdx.x * 32;
    const usize top = (usize)blockIdx.y * 32;
    for (usize k = 0; k < 32; k += 8) {
        if (left + tx < width && top + ty + k < height) {
            tile[kiln.at(ty + k, 32, 8)][tx] = x[kiln.at((top + ty + k) * width + left + tx, x_len, 7)];
        }
    }
    __syncthreads();
    for (usize k = 0; k < 32; k += 8) {
        if (top + tx < height && left + ty + k < width) {
            out[kiln.at((left + ty + k) * height + top + tx, out_len, 16)] = tile[tx][kiln.at(ty + k, 33, 15)];
        }
    }
}
