typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void scan_steps(u32* __restrict__ x, usize x_len, const kiln::launch_info kiln) {
    __shared__ array<u32, 256> sums;
    const usize t = (usize)threadIdx.x;
    sums[kiln.at(t, 256, 5)] = x[kiln.at(t, x_len, 4)];
    __syncthreads();
    usize reach = 1;
    while (reach < 256) {
        const u32 before = t >= reach ? sums[t - reach] : 0;
        __syncthreads();
        sums[t] += before;
        __syncthreads();
        reach *= 2;
    }
    x[t] = sums[t];
}
