typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(256) inclusive_scan(
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ out, usize out_len,
    u32* __restrict__ sums, usize sums_len,
    const kiln::launch_info kiln
) {
    __shared__ array<u32, 256> partial;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize t = (usize)threadIdx.x;
    partial[t] = i < x_len ? x[i] : 0;
    __syncthreads();
    usize reach = 1;
    while (reach < 256) {
        const u32 before = t >= reach ? partial[t - reach] : 0;
        __syncthreads();
        partial[t] += before;
        __syncthreads();
        reach *= 2;
    }
    if (i < out_len) {
        out[i] = partial[t];
    }
    if (t == 255) {
        sums[kiln.at((usize)blockIdx.x, sums_len, 27)] = partial[t];
    }
}
