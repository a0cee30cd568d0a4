typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(256, 2) sum(
    const float* __restrict__ x, usize x_len,
    float* total, usize total_len,
    const kiln::launch_info kiln
) {
    __shared__ array<float, 256> partial;
    const usize tid = (usize)threadIdx.x;
    float sum = 0.0f;
    // Each thread sums a stride of its own.
    for (
        usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x, i_step = (usize)gridDim.x * (usize)blockDim.x;
        i < x_len;
        i += i_step
    ) {
        sum += x[kiln.at(i, x_len, 3)];
    }
    partial[kiln.at(tid, 256, 6)] = sum;
    __syncthreads();
    usize width = 128;
    // Halve the number of sums until one is left.
    while (width > 0) {
        if (tid < width) {
            partial[kiln.at(tid, 256, 11)] += partial[kiln.at(tid + width, 256, 10)];
        }
        __syncthreads();
        width /= 2;
    }
    if (tid == 0) {
        atomicAdd(&total[kiln.at(0, total_len, 17)], partial[0]);
    }
}
