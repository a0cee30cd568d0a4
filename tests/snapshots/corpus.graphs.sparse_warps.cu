typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

namespace kiln {

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

__device__ __forceinline__ usize lane_id() {
    u32 lane;
    asm("mov.u32 %0, %laneid;" : "=r"(lane));
    return lane;
}

__device__ __forceinline__ usize warp_id() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32;
}

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

// A shuffle for every type: the machine moves 32 bits, so that narrower values travel in a wider one.
template <typename T> __device__ __forceinline__ T exchange(u32 active, T value, u32 source) {
    if constexpr (sizeof(T) < 4) {
        const unsigned_of<T> bits = reinterpret_cast<const unsigned_of<T>&>(value);
        const unsigned_of<T> other = (unsigned_of<T>)__shfl_sync(active, (u32)bits, (i32)source);
        return reinterpret_cast<const T&>(other);
    } else {
        return __shfl_sync(active, value, (i32)source);
    }
}

// A whole warp combines by a butterfly, part of one in ascending order of lanes.
template <typename T, typename F> __device__ __forceinline__ T warp_reduce(T value, F combine) {
    const u32 active = __activemask();
    if (active == 0xffffffff) {
        const u32 lane = (u32)lane_id();
#pragma unroll
        for (u32 distance = 16; distance != 0; distance /= 2)
            value = combine(value, exchange(active, value, lane ^ distance));
        return value;
    }
    T result = exchange(active, value, __ffs(active) - 1);
    for (u32 rest = active & (active - 1); rest != 0; rest &= rest - 1)
        result = combine(result, exchange(active, value, __ffs(rest) - 1));
    return result;
}

template <typename T> __device__ __forceinline__ T wrapping_add(T a, T b) {
    if constexpr (__is_class(T)) return a + b;
    else if constexpr ((T)0.5 == 0) return (T)((u64)a + (u64)b);
    else return a + b;
}

template <typename T> __device__ __forceinline__ T warp_sum(T value) {
    return warp_reduce(value, [](T a, T b) { return wrapping_add(a, b); });
}

struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }
};

} // namespace kiln

extern "C" __global__ void __launch_bounds__(64) sparse_warps(
    const u32* __restrict__ starts, usize starts_len,
    const u32* __restrict__ columns, usize columns_len,
    const float* __restrict__ values, usize values_len,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize row = (usize)blockIdx.x * 2 + kiln::warp_id();
    if (row >= y_len) {
        return;
    }
    const usize saved = (usize)starts[kiln.at(row, starts_len, 5)];
    const usize saved_1 = (usize)starts[kiln.at(row + 1, starts_len, 6)];
    const usize start = saved;
    const usize end = saved_1;
    float sum = 0.0f;
    for (usize k = start + kiln::lane_id(); k < end; k += 32) {
        sum += values[kiln.at(k, values_len, 10)] * x[kiln.at((usize)columns[kiln.at(k, columns_len, 11)], x_len, 12)];
    }
    const float sum_1 = kiln::warp_sum(sum);
    if (kiln::lane_id() == 0) {
        y[row] = sum_1;
    }
}
