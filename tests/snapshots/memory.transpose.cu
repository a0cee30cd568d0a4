typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void transpose(
    usize width,
    usize height,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<array<float, 17>, 16> tile;
    const usize tx = (usize)threadIdx.x;
    const usize ty = (usize)threadIdx.y;
    const usize left = (usize)blockIdx.x * 16;
    const usize top = (usize)blockIdx.y * 16;
    if (left + tx < width && top + ty < height) {
        tile[kiln.at(ty, 16, 7)][kiln.at(tx, 17, 8)] = x[kiln.at((top + ty) * width + left + tx, x_len, 6)];
    }
    __syncthreads();
    if (top + tx < height && left + ty < width) {
        out[kiln.at((left + ty) * height + top + tx, out_len, 14)] = tile[kiln.at(tx, 16, 12)][kiln.at(ty, 17, 13)];
    }
}
