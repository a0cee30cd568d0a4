typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

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

// Itself, as a value that NVRTC (13.0 at least) knows nothing of: it makes a minimum of `x < 0 ? x : 0`, which of the two
// zeros gives the negative one where the choice gives the positive.
template <typename T> __device__ __forceinline__ T hidden(T x) {
    if constexpr (sizeof(T) == 8) {
        asm("" : "+d"(x));
    } else {
        asm("" : "+f"(x));
    }
    return x;
}

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

// Of the least integer too, whose magnitude its type does not have: ptxas (13.0 at least) takes the absolute value of an integer to be
// positive wherever it recognises one, which the empty instruction keeps it from.
template <typename T> __device__ __forceinline__ unsigned_of<T> magnitude(T x) {
    typedef unsigned_of<T> U;
    if constexpr (sizeof(T) == 8) {
        U minus = 0 - (U)x;
        asm("" : "+l"(minus));
        return x < 0 ? minus : (U)x;
    } else {
        u32 minus = 0u - (u32)(i32)x;
        asm("" : "+r"(minus));
        return (U)(x < 0 ? minus : (u32)(i32)x);
    }
}

template <typename T> __device__ __forceinline__ T int_abs(T x) { return (T)magnitude(x); }

__device__ __forceinline__ u32 unsigned_abs_i32(i32 x) {
    return (u32)kiln::int_abs(x);
}

__device__ __forceinline__ float powi_f32(float x, i32 power) {
    float result = 1.0f;
    float square = x;
    u32 rest = kiln::unsigned_abs_i32(power);
    while (true) {
        if ((rest & 1) != 0) {
            result *= square;
        }
        rest >>= 1;
        if (rest == 0) {
            break;
        }
        square *= square;
    }
    return power < 0 ? 1.0f / result : result;
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

extern "C" __global__ void assign_clusters(
    const array<float, 2>* __restrict__ points, usize points_len,
    const array<float, 2>* __restrict__ centres, usize centres_len,
    u32* __restrict__ cluster, usize cluster_len,
    float* sums, usize sums_len,
    u32* counts, usize counts_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= points_len) {
        return;
    }
    const array<float, 2> matched = points[i];
    const float x = matched[0];
    const float y = matched[1];
    usize best = 0;
    float nearest = __uint_as_float(0x7f800000u);
    for (usize turn = 0; turn < centres_len; ++turn) {
        const usize k = turn;
        const float distance = kiln::powi_f32(x - centres[turn][0], 2) + kiln::powi_f32(y - centres[turn][1], 2);
        if (distance < kiln::hidden(nearest)) {
            best = k;
            nearest = distance;
        }
    }
    cluster[kiln.at(i, cluster_len, 14)] = (u32)best;
    atomicAdd(&sums[kiln.at(2 * best, sums_len, 16)], x);
    atomicAdd(&sums[kiln.at(2 * best + 1, sums_len, 18)], y);
    atomicAdd(&counts[kiln.at(best, counts_len, 20)], 1u);
}
