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

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

// A value's bits in a type that the machine matches.
template <typename T> __device__ __forceinline__ auto match_bits(T value) {
    const unsigned_of<T> bits = reinterpret_cast<const unsigned_of<T>&>(value);
    if constexpr (sizeof(T) == 8) return (u64)bits;
    else return (u32)bits;
}

template <typename T> __device__ __forceinline__ bool match_all(T value) {
    i32 same;
    __match_all_sync(__activemask(), match_bits(value), &same);
    return same != 0;
}

template <typename T> __device__ __forceinline__ u32 match_any(T value) {
    return __match_any_sync(__activemask(), match_bits(value));
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

template <typename T> __device__ __forceinline__ T shuffle(T value, u32 source) {
    const u32 active = __activemask();
    const T other = exchange(active, value, source);
    return source < 32 && (active >> source & 1) ? other : value;
}

__device__ __forceinline__ usize lane_id() {
    u32 lane;
    asm("mov.u32 %0, %laneid;" : "=r"(lane));
    return lane;
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

template <typename T> __device__ __forceinline__ T warp_and(T value) {
    return warp_reduce(value, [](T a, T b) { return (T)(a & b); });
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

template <typename T> __device__ __forceinline__ T warp_inclusive_max(T value) {
    return warp_scan(__activemask(), value, [](T a, T b) { return greatest(a, b); });
}

template <typename T> __device__ __forceinline__ T warp_inclusive_min(T value) {
    return warp_scan(__activemask(), value, [](T a, T b) { return least(a, b); });
}

template <typename T> __device__ __forceinline__ T warp_inclusive_sum(T value) {
    return warp_scan(__activemask(), value, [](T a, T b) { return wrapping_add(a, b); });
}

template <typename T> __device__ __forceinline__ T warp_or(T value) {
    return warp_reduce(value, [](T a, T b) { return (T)(a | b); });
}

template <typename T> __device__ __forceinline__ T warp_xor(T value) {
    return warp_reduce(value, [](T a, T b) { return (T)(a ^ b); });
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

extern "C" __global__ void matches(
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ out, usize out_len,
    u32* __restrict__ folded, usize folded_len,
    i64* __restrict__ scans, usize scans_len,
    float* __restrict__ floats, usize floats_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len) {
        const u32 v = x[i];
        out[kiln.at(2 * i, out_len, 7)] = kiln::match_any(v % 5);
        const u32 value = __activemask();
        const bool value_1 = kiln::match_all(v);
        const bool value_2 = kiln::match_all(v / 1000);
        out[kiln.at(2 * i + 1, out_len, 10)] = value + (u32)value_1 + 2 * (u32)value_2;
        const u32 value_3 = kiln::warp_and(v | 64u);
        const u32 value_4 = kiln::warp_or(v);
        const u32 value_5 = kiln::warp_xor(v);
        const u32 value_6 = kiln::shuffle(v, 3u);
        folded[kiln.at(i, folded_len, 12)] = value_3 ^ value_4 << 8 ^ value_5 << 16 ^ value_6 << 24;
        const i64 wide = (i64)((i64)v - 40ull);
        const i64 value_7 = kiln::warp_inclusive_sum(wide);
        const i64 value_8 = kiln::warp_exclusive_sum(wide);
        const i64 value_9 = kiln::warp_inclusive_min(wide);
        const i64 value_10 = kiln::warp_inclusive_max(wide);
        scans[kiln.at(i, scans_len, 15)] = (i64)(value_7 + 1000ull * value_8 + 1000000ull * value_9 + 1000000000ull * value_10);
        floats[kiln.at(2 * i, floats_len, 17)] = kiln::warp_exclusive_min((float)v);
        const float value_11 = kiln::warp_exclusive_max((float)v);
        const float value_12 = kiln::warp_inclusive_sum(0.1f * (float)v);
        floats[kiln.at(2 * i + 1, floats_len, 19)] = value_11 + value_12;
    }
}
