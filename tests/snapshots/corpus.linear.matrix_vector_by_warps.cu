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

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

// The values of a Rust range, for loops whose counter would pass the end of its type.
template <typename T> struct range {
    T first, last;
    unsigned_of<T> step;
    bool any, reversed;

    struct iterator {
        T value, last;
        unsigned_of<T> step;
        bool more;

        __device__ __forceinline__ T operator*() const { return value; }
        __device__ __forceinline__ bool operator!=(const iterator&) const { return more; }
        __device__ __forceinline__ void operator++() {
            more = value != last;
            value = (T)((unsigned_of<T>)value + step);
        }
    };

    // `start..end`, or `start..=end`, by `step`.
    __device__ __forceinline__ range(T start, T end, T by, bool inclusive, bool reversed)
        : first(start), step((unsigned_of<T>)by), any(inclusive ? start <= end : start < end), reversed(reversed) {
        typedef unsigned_of<T> U;
        const U distance = (U)((U)end - (U)start - (inclusive ? 0 : 1));
        last = by == 1 ? (T)((U)start + distance) : (T)((U)start + distance / step * step);
    }
    __device__ __forceinline__ iterator begin() const {
        if (reversed) return {last, first, (unsigned_of<T>)(0 - step), any};
        return {first, last, step, any};
    }
    __device__ __forceinline__ iterator end() const { return begin(); }
};

__device__ __forceinline__ usize warp_id() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32;
}

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

extern "C" __global__ void __launch_bounds__(128) matrix_vector_by_warps(
    usize n,
    const float* __restrict__ a, usize a_len,
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    const kiln::launch_info kiln
) {
    const usize row = (usize)blockIdx.x * 4 + kiln::warp_id();
    if (row < y_len) {
        float sum = 0.0f;
        for (const usize col : kiln::range<usize>(kiln::lane_id(), n, 32, false, false)) {
            sum += a[kiln.at(row * n + col, a_len, 6)] * x[kiln.at(col, x_len, 7)];
        }
        const float sum_1 = kiln::warp_sum(sum);
        if (kiln::lane_id() == 0) {
            y[row] = sum_1;
        }
    }
}
