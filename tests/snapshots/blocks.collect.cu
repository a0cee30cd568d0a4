typedef int i32;
typedef long long i64;
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

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

template <typename T> __device__ __forceinline__ u32 count_ones(T x) {
    if constexpr (sizeof(T) == 8) {
        return __popcll((u64)x);
    } else {
        return __popc((unsigned_of<T>)x);
    }
}

template <typename T> __device__ __forceinline__ T div_ceil(T a, T b) { return (T)(a / b + (a % b != 0)); }

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

__device__ __forceinline__ usize lane_id() {
    u32 lane;
    asm("mov.u32 %0, %laneid;" : "=r"(lane));
    return lane;
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

// Each active lane's combination with those below: a whole warp by doubled distances, part of one lane by lane.
template <typename T, typename F> __device__ __forceinline__ T warp_scan(u32 active, T value, F combine) {
    const u32 lane = (u32)lane_id();
    if (active == 0xffffffff) {
#pragma unroll
        for (u32 distance = 1; distance < 32; distance *= 2) {
            const T below = exchange(active, value, lane - distance);
            if (lane >= distance) value = combine(below, value);
        }
        return value;
    }
    T total = exchange(active, value, __ffs(active) - 1);
    T result = total;
    for (u32 rest = active & (active - 1); rest != 0; rest &= rest - 1) {
        const u32 next = __ffs(rest) - 1;
        total = combine(total, exchange(active, value, next));
        if (lane >= next) result = total;
    }
    return result;
}

// The same without the lane's own value; the lowest active lane has none below.
template <typename T, typename F> __device__ __forceinline__ T warp_scan_below(u32 active, T value, T none, F combine) {
    const u32 lane = (u32)lane_id();
    const u32 below = active & ((1u << lane) - 1);
    const T other = exchange(active, warp_scan(active, value, combine), below == 0 ? lane : 31 - __clz(below));
    return below == 0 ? none : other;
}

template <typename T> struct limits {
    static constexpr bool is_signed = (T)-1 < (T)1;
    static constexpr T max = (T)((unsigned_of<T>)-1 >> (is_signed ? 1 : 0));
    static constexpr T min = is_signed ? (T)~max : (T)0;
};

// What no value is below.
template <typename T> __device__ __forceinline__ T least_value() {
    if constexpr (__is_class(T)) return T(__int_as_float((i32)0xff800000));
    else if constexpr ((T)0.5 == 0) return limits<T>::min;
    else return (T)__int_as_float((i32)0xff800000);
}

template <typename T> __device__ __forceinline__ T greatest(T a, T b) {
    if constexpr (__is_class(T)) return T(fmaxf((float)a, (float)b));
    else if constexpr ((T)0.5 == 0) return b > a ? b : a;
    else return fmax(a, b);
}

template <typename T> __device__ __forceinline__ T warp_exclusive_max(T value) {
    return warp_scan_below(__activemask(), value, least_value<T>(), [](T a, T b) { return greatest(a, b); });
}

// What no value is above.
template <typename T> __device__ __forceinline__ T greatest_value() {
    if constexpr (__is_class(T)) return T(__int_as_float(0x7f800000));
    else if constexpr ((T)0.5 == 0) return limits<T>::max;
    else return (T)__int_as_float(0x7f800000);
}

template <typename T> __device__ __forceinline__ T least(T a, T b) {
    if constexpr (__is_class(T)) return T(fminf((float)a, (float)b));
    else if constexpr ((T)0.5 == 0) return b < a ? b : a;
    else return fmin(a, b);
}

template <typename T> __device__ __forceinline__ T warp_exclusive_min(T value) {
    return warp_scan_below(__activemask(), value, greatest_value<T>(), [](T a, T b) { return least(a, b); });
}

template <typename T> __device__ __forceinline__ T wrapping_add(T a, T b) {
    if constexpr (__is_class(T)) return a + b;
    else if constexpr ((T)0.5 == 0) return (T)((u64)a + (u64)b);
    else return a + b;
}

template <typename T> __device__ __forceinline__ T warp_exclusive_sum(T value) {
    return warp_scan_below(__activemask(), value, (T)0.0f, [](T a, T b) { return wrapping_add(a, b); });
}

__device__ __forceinline__ usize warp_id() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32;
}

template <typename T> __device__ __forceinline__ T warp_inclusive_max(T value) {
    return warp_scan(__activemask(), value, [](T a, T b) { return greatest(a, b); });
}

template <typename T> __device__ __forceinline__ T warp_inclusive_min(T value) {
    return warp_scan(__activemask(), value, [](T a, T b) { return least(a, b); });
}

template <typename T> __device__ __forceinline__ T warp_inclusive_sum(T value) {
    return warp_scan(__activemask(), value, [](T a, T b) { return wrapping_add(a, b); });
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

template <typename T> __device__ __forceinline__ T warp_max(T value) {
    return warp_reduce(value, [](T a, T b) { return greatest(a, b); });
}

template <typename T> __device__ __forceinline__ T warp_min(T value) {
    return warp_reduce(value, [](T a, T b) { return least(a, b); });
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

__device__ __forceinline__ usize warps() {
    return kiln::div_ceil((usize)blockDim.x * (usize)blockDim.y * (usize)blockDim.z, 32ull);
}

__device__ __forceinline__ u32 sum_of_warps(u32 of_warp) {
    __shared__ array<u32, 33> partial;
    const usize value = warps();
    const usize lane = kiln::lane_id();
    const usize count = value;
    if (lane == 0) {
        partial[kiln::warp_id()] = of_warp;
    }
    __syncthreads();
    if (kiln::warp_id() == 0 && lane < count) {
        // The last element is apart from the others, so that the next call may write those while this one is still
        // read.
        const u32 all = kiln::warp_sum(partial[lane]);
        if (lane == 0) {
            partial[32] = all;
        }
    }
    __syncthreads();
    return partial[32];
}

__device__ __forceinline__ u32 sum(u32 value) {
    const u32 of_warp = kiln::warp_sum(value);
    const u32 result = sum_of_warps(of_warp);
    return result;
}

__device__ __forceinline__ u32 sum_of_warps_below(u32 up_to_here) {
    __shared__ array<u32, 64> partial;
    const usize value = warps();
    const usize lane = kiln::lane_id();
    const usize own = kiln::warp_id();
    const usize count = value;
    // The last lane of this warp: the last warp may be cut short.
    const usize end = kiln::int_min((usize)blockDim.x * (usize)blockDim.y * (usize)blockDim.z - 1 - own * 32, 31ull);
    if (lane == end) {
        partial[own] = up_to_here;
    }
    __syncthreads();
    if (own == 0 && lane < count) {
        partial[32 + lane] = kiln::warp_exclusive_sum(partial[lane]);
    }
    __syncthreads();
    return partial[32 + own];
}

__device__ __forceinline__ u32 inclusive_sum(u32 value) {
    const u32 of_lanes = kiln::warp_inclusive_sum(value);
    const u32 value_1 = sum_of_warps_below(of_lanes);
    return value_1 + of_lanes;
}

__device__ __forceinline__ u32 exclusive_sum(u32 value) {
    const u32 of_lanes = kiln::warp_inclusive_sum(value);
    const u32 below = kiln::warp_exclusive_sum(value);
    const u32 value_1 = sum_of_warps_below(of_lanes);
    return value_1 + below;
}

__device__ __forceinline__ u32 broadcast(u32 value, usize thread) {
    __shared__ array<u32, 1> slot;
    if (kiln::warp_id() * 32 + kiln::lane_id() == thread) {
        slot[0] = value;
    }
    __syncthreads();
    const u32 found = slot[0];
    __syncthreads();
    return found;
}

__device__ __forceinline__ float sum_of_warps_2(float of_warp) {
    __shared__ array<float, 33> partial;
    const usize value = warps();
    const usize lane = kiln::lane_id();
    const usize count = value;
    if (lane == 0) {
        partial[kiln::warp_id()] = of_warp;
    }
    __syncthreads();
    if (kiln::warp_id() == 0 && lane < count) {
        // The last element is apart from the others, so that the next call may write those while this one is still
        // read.
        const float all = kiln::warp_sum(partial[lane]);
        if (lane == 0) {
            partial[32] = all;
        }
    }
    __syncthreads();
    return partial[32];
}

__device__ __forceinline__ float sum_2(float value) {
    const float of_warp = kiln::warp_sum(value);
    const float result = sum_of_warps_2(of_warp);
    return result;
}

__device__ __forceinline__ float sum_of_warps_below_2(float up_to_here) {
    __shared__ array<float, 64> partial;
    const usize value = warps();
    const usize lane = kiln::lane_id();
    const usize own = kiln::warp_id();
    const usize count = value;
    // The last lane of this warp: the last warp may be cut short.
    const usize end = kiln::int_min((usize)blockDim.x * (usize)blockDim.y * (usize)blockDim.z - 1 - own * 32, 31ull);
    if (lane == end) {
        partial[own] = up_to_here;
    }
    __syncthreads();
    if (own == 0 && lane < count) {
        partial[32 + lane] = kiln::warp_exclusive_sum(partial[lane]);
    }
    __syncthreads();
    return partial[32 + own];
}

__device__ __forceinline__ float inclusive_sum_2(float value) {
    const float of_lanes = kiln::warp_inclusive_sum(value);
    const float value_1 = sum_of_warps_below_2(of_lanes);
    return value_1 + of_lanes;
}

__device__ __forceinline__ i64 min(i64 value) {
    __shared__ array<i64, 33> partial;
    const usize value_1 = warps();
    const usize lane = kiln::lane_id();
    const usize count = value_1;
    const i64 of_warp = kiln::warp_min(value);
    if (lane == 0) {
        partial[kiln::warp_id()] = of_warp;
    }
    __syncthreads();
    if (kiln::warp_id() == 0 && lane < count) {
        const i64 all = kiln::warp_min(partial[lane]);
        if (lane == 0) {
            partial[32] = all;
        }
    }
    __syncthreads();
    return partial[32];
}

__device__ __forceinline__ i64 max(i64 value) {
    __shared__ array<i64, 33> partial;
    const usize value_1 = warps();
    const usize lane = kiln::lane_id();
    const usize count = value_1;
    const i64 of_warp = kiln::warp_max(value);
    if (lane == 0) {
        partial[kiln::warp_id()] = of_warp;
    }
    __syncthreads();
    if (kiln::warp_id() == 0 && lane < count) {
        const i64 all = kiln::warp_max(partial[lane]);
        if (lane == 0) {
            partial[32] = all;
        }
    }
    __syncthreads();
    return partial[32];
}

__device__ __forceinline__ i64 inclusive_min(i64 value) {
    __shared__ array<i64, 64> partial;
    const usize value_1 = warps();
    const usize lane = kiln::lane_id();
    const usize own = kiln::warp_id();
    const usize count = value_1;
    // The last lane of this warp: the last warp may be cut short.
    const usize end = kiln::int_min((usize)blockDim.x * (usize)blockDim.y * (usize)blockDim.z - 1 - own * 32, 31ull);
    const i64 of_lanes = kiln::warp_inclusive_min(value);
    if (lane == end) {
        partial[own] = of_lanes;
    }
    __syncthreads();
    if (own == 0 && lane < count) {
        partial[32 + lane] = kiln::warp_exclusive_min(partial[lane]);
    }
    __syncthreads();
    const i64 below = partial[32 + own];
    // NaN is below nothing, and gives way to what is above.
    return own == 0 || of_lanes < below ? of_lanes : below;
}

__device__ __forceinline__ i64 inclusive_max(i64 value) {
    __shared__ array<i64, 64> partial;
    const usize value_1 = warps();
    const usize lane = kiln::lane_id();
    const usize own = kiln::warp_id();
    const usize count = value_1;
    // The last lane of this warp: the last warp may be cut short.
    const usize end = kiln::int_min((usize)blockDim.x * (usize)blockDim.y * (usize)blockDim.z - 1 - own * 32, 31ull);
    const i64 of_lanes = kiln::warp_inclusive_max(value);
    if (lane == end) {
        partial[own] = of_lanes;
    }
    __syncthreads();
    if (own == 0 && lane < count) {
        partial[32 + lane] = kiln::warp_exclusive_max(partial[lane]);
    }
    __syncthreads();
    const i64 below = partial[32 + own];
    // NaN is above nothing, and gives way to what is below.
    return own == 0 || of_lanes > below ? of_lanes : below;
}

__device__ __forceinline__ u32 count(bool condition) {
    const u32 lanes = __ballot_sync(__activemask(), condition);
    const u32 result = sum_of_warps(kiln::count_ones(lanes));
    return result;
}

__device__ __forceinline__ bool any(bool condition) {
    const u32 value = count(condition);
    return value != 0;
}

__device__ __forceinline__ bool all(bool condition) {
    const u32 value = count(!condition);
    return value == 0;
}

extern "C" __global__ void collect(
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ sums, usize sums_len,
    float* __restrict__ floats, usize floats_len,
    i64* __restrict__ ends, usize ends_len,
    u32* __restrict__ counts, usize counts_len,
    const kiln::launch_info kiln
) {
    const usize here = (usize)threadIdx.x + (usize)blockDim.x * ((usize)threadIdx.y + (usize)blockDim.y * (usize)threadIdx.z);
    const usize threads = (usize)blockDim.x * (usize)blockDim.y * (usize)blockDim.z;
    const usize i = (usize)blockIdx.x * threads + here;
    const u32 v = x[kiln.at(i, x_len, 176)];
    // One call after the other, with nothing between.
    sums[kiln.at(4 * i, sums_len, 178)] = sum(v);
    sums[kiln.at(4 * i + 1, sums_len, 180)] = inclusive_sum(v);
    sums[kiln.at(4 * i + 2, sums_len, 182)] = exclusive_sum(v);
    const u32 value = sum(v * 2);
    const u32 value_1 = broadcast(v, threads - 1);
    sums[kiln.at(4 * i + 3, sums_len, 184)] = value + value_1;
    floats[kiln.at(2 * i, floats_len, 186)] = sum_2((float)v * 0.1f);
    floats[kiln.at(2 * i + 1, floats_len, 188)] = inclusive_sum_2((float)v * 0.1f);
    const i64 wide = (i64)((i64)v * 1000000007ull - 50ull);
    ends[kiln.at(4 * i, ends_len, 191)] = min(wide);
    ends[kiln.at(4 * i + 1, ends_len, 193)] = max(wide);
    ends[kiln.at(4 * i + 2, ends_len, 195)] = inclusive_min(wide);
    ends[kiln.at(4 * i + 3, ends_len, 197)] = inclusive_max(wide);
    const u32 value_2 = count(v % 3 == 0);
    const bool value_3 = any(v == 96);
    const bool value_4 = all(v < 96);
    counts[kiln.at(i, counts_len, 200)] = value_2 + 10000 * (u32)value_3 + 20000 * (u32)value_4;
}
