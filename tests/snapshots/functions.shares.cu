typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

__device__ __forceinline__ u32 shared_sum(
    const u32* values, usize values_len,
    u32 mine,
    const kiln::launch_info& kiln
) {
    __shared__ array<u32, 32> tile;
    const usize t = (usize)threadIdx.x;
    tile[kiln.at(t, 32, 5)] = mine + values[kiln.at(t, values_len, 4)];
    __syncthreads();
    const u32 other = tile[31 - t];
    __syncthreads();
    return other;
}

extern "C" __global__ void __launch_bounds__(32) shares(
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize t = (usize)threadIdx.x;
    const u32 first = shared_sum(x, x_len, 1, kiln);
    out[kiln.at(t, out_len, 15)] = shared_sum(x, x_len, first, kiln);
}
