typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: atomic_load.942bb3b5 atomic_store.bdf318a5 fail_record.18877a3b fail.ebbbc3a8 launch_info.f0b3b588

extern "C" __global__ void __launch_bounds__(256) histogram(
    const u8* __restrict__ values, usize values_len,
    u32* counts, usize counts_len,
    const kiln::launch_info kiln
) {
    __shared__ array<u32, 256> own;
    const usize t = (usize)threadIdx.x;
    kiln::atomic_store(&own[t], 0u);
    __syncthreads();
    const usize step = (usize)gridDim.x * 256;
    if (step == 0) {
        kiln.fail(7);
    }
    for (
        usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x, i_step = step;
        i < values_len;
        i += i_step
    ) {
        atomicAdd(&own[(usize)values[i]], 1u);
    }
    __syncthreads();
    const u32 value = kiln::atomic_load(&own[t]);
    atomicAdd(&counts[kiln.at(t, counts_len, 13)], value);
}
