typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: atomic_load.942bb3b5 atomic_store.bdf318a5 fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(128) ranks(
    const u8* __restrict__ values, usize values_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<u32, 256> counts;
    const usize t = (usize)threadIdx.x;
    kiln::atomic_store(&counts[t], 0u);
    kiln::atomic_store(&counts[t + 128], 0u);
    __syncthreads();
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const u32 before = atomicAdd(&counts[(usize)values[kiln.at(i, values_len, 10)]], 1u);
    __syncthreads();
    // The old values of one counter are all different.
    const u32 value = kiln::atomic_load(&counts[(usize)values[i]]);
    // The old values of one counter are all different.
    out[kiln.at(i, out_len, 16)] = before * 1000 + value;
}
