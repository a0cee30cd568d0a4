typedef long long i64;
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: atomic_load.942bb3b5 atomic_store.bdf318a5 fail_record.18877a3b fail.ebbbc3a8 launch_info.7c4ffe17

__device__ __forceinline__ i64 reversed(const i64* of, usize of_len, usize t, const kiln::launch_info& kiln) {
    return of[kiln.at(of_len - 1 - t, of_len, 2)];
}

extern "C" __global__ void dynamic(
    i64* __restrict__ x, usize x_len,
    u32* __restrict__ sums, usize sums_len,
    const kiln::launch_info kiln
) {
    extern __shared__ __align__(16) u8 shared_memory[];
    __shared__ array<u32, 1> total;
    i64* const tile = (i64*)shared_memory;
    const usize tile_len = kiln.shared_len;
    const usize t = (usize)threadIdx.x;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (t == 0) {
        kiln::atomic_store(&total[0], 0u);
    }
    tile[kiln.at(t, tile_len, 12)] = x[kiln.at(i, x_len, 11)];
    __syncthreads();
    atomicAdd(&total[0], (u32)tile_len);
    const i64 value = reversed(tile, tile_len, t, kiln);
    x[i] = (i64)(2ull * value);
    __syncthreads();
    if (t == 0) {
        sums[kiln.at((usize)blockIdx.x, sums_len, 22)] = kiln::atomic_load(&total[0]);
    }
}
