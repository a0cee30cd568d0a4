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

namespace kiln {

template <typename T> __device__ __forceinline__ T atomic_load(T* place) { return *(volatile T*)place; }

template <typename T> __device__ __forceinline__ void atomic_store(T* place, T value) { *(volatile T*)place = value; }

struct fail_record {
    u32 state, site, kernel, launch;
    u32 block[3], thread[3];
    u64 values[4];
};

// Ends the thread; the first one to fail tells the host why.
__device__ __noinline__ [[noreturn]] void fail(
    fail_record* record, u32 kernel, u32 launch, u32 site, u64 a, u64 b, u64 c, u64 d
) {
    if (*(volatile u32*)&record->state == 0 && atomicCAS(&record->state, 0u, 1u) == 0) {
        record->site = site;
        record->kernel = kernel;
        record->launch = launch;
        record->block[0] = blockIdx.x, record->block[1] = blockIdx.y, record->block[2] = blockIdx.z;
        record->thread[0] = threadIdx.x, record->thread[1] = threadIdx.y, record->thread[2] = threadIdx.z;
        record->values[0] = a, record->values[1] = b, record->values[2] = c, record->values[3] = d;
        __threadfence_system();
    }
    asm volatile("exit;");
    __builtin_unreachable();
}

struct launch_info {
    fail_record* record;
    u32 kernel, launch;
    usize shared_len;

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }
};

} // namespace kiln

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
