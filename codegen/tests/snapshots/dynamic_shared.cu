typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.7c4ffe17

extern "C" __global__ void dynamic_shared(float* __restrict__ x, usize x_len, const kiln::launch_info kiln) {
    extern __shared__ __align__(16) u8 shared_memory[];
    __shared__ array<u32, 4> counts;
    float* const tile = (float*)shared_memory;
    const usize tile_len = kiln.shared_len;
    const usize t = (usize)threadIdx.x;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (t < 4) {
        counts[kiln.at(t, 4, 6)] = 0;
    }
    tile[kiln.at(t, tile_len, 9)] = x[kiln.at(i, x_len, 8)];
    __syncthreads();
    x[kiln.at(i, x_len, 15)] = tile[kiln.at(tile_len - 1 - t, tile_len, 12)] + (float)counts[kiln.at(t % 4, 4, 14)];
}
