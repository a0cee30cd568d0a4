typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(64) reverse_blocks(
    u32* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    __shared__ array<u32, 64> tile;
    const usize t = (usize)threadIdx.x;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    tile[t] = x[kiln.at(i, x_len, 4)];
    __syncthreads();
    x[i] = tile[63 - t];
}
