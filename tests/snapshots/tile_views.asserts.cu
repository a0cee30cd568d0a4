// least: sm_80
typedef int i32;
typedef long long i64;
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

template <typename T> __device__ __forceinline__ T int_min(T a, T b) { return b < a ? b : a; }

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

template <typename T> struct limits {
    static constexpr bool is_signed = (T)-1 < (T)1;
    static constexpr T max = (T)((unsigned_of<T>)-1 >> (is_signed ? 1 : 0));
    static constexpr T min = is_signed ? (T)~max : (T)0;
};

template <typename T> __device__ __forceinline__ T saturate(i64 x) {
    return x < (i64)limits<T>::min ? limits<T>::min : x > (i64)limits<T>::max ? limits<T>::max : (T)x;
}

template <typename T> __device__ __forceinline__ T saturating_sub(T a, T b) {
    if constexpr (sizeof(T) < 8) {
        return saturate<T>((i64)a - (i64)b);
    } else if constexpr (limits<T>::is_signed) {
        const T difference = (T)((u64)a - (u64)b);
        return ((a ^ b) & (a ^ difference)) < 0 ? (a < 0 ? limits<T>::min : limits<T>::max) : difference;
    } else {
        return a < b ? 0 : a - b;
    }
}

struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    [[noreturn]] __device__ __forceinline__ void fail(u32 site, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0) const {
        kiln::fail(record, kernel, launch, site, a, b, c, d);
    }
};

} // namespace kiln

extern "C" __global__ void __launch_bounds__(32, 1) asserts(
    usize limit,
    i32* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_stride_0,
    const kiln::launch_info kiln
) {
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 1;
    const usize thread_part_1 = thread & 1;
    const usize thread_start = thread_part_1 * 4;
    const usize i = (usize)blockIdx.x;
    if (!(i < limit)) {
        kiln.fail(3, (u64)i, (u64)limit);
    }
    const usize y_column = kiln::int_min(i, y_extent_0) * 8;
    const usize y_columns = kiln::saturating_sub(y_extent_0, y_column);
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        if (thread_part < 1 && thread_start + j < y_columns) {
            y[y_column + thread_start + j] = 1;
        }
    }
}
