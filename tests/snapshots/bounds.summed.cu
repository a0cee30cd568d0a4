typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

extern "C" __global__ void __launch_bounds__(64) summed(
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len
) {
    __shared__ array<float, 64> tile;
    const usize t = (usize)threadIdx.x;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    tile[t] = i < x_len ? x[i] : 0.0f;
    __syncthreads();
    usize half = 32;
    while (half > 0) {
        if (t < half) {
            tile[t] += tile[t + half];
        }
        __syncthreads();
        half = half / 2;
    }
    if (t == 0 && (usize)blockIdx.x < y_len) {
        y[(usize)blockIdx.x] = tile[0];
    }
}
