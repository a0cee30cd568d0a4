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

// Narrow numbers in 32 bits: ptxas (13.0 at least) joins two minima of 16 bits and loses that one of them is not
// below zero.
template <typename T> __device__ __forceinline__ T int_max(T a, T b) {
    if constexpr (sizeof(T) <= 2) {
        i32 wide = a;
        asm("" : "+r"(wide));
        return (T)(b > wide ? b : wide);
    }
    return b > a ? b : a;
}

template <typename T> __device__ __forceinline__ T int_min(T a, T b) { return b < a ? b : a; }

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

template <typename T> __device__ __forceinline__ T lane_xor(T value, u32 bits) {
    if constexpr (sizeof(T) < 4) {
        const unsigned_of<T> own = reinterpret_cast<const unsigned_of<T>&>(value);
        const unsigned_of<T> other = (unsigned_of<T>)__shfl_xor_sync(0xffffffffu, (u32)own, (i32)bits);
        return reinterpret_cast<const T&>(other);
    } else {
        return __shfl_xor_sync(0xffffffffu, value, (i32)bits);
    }
}

template <typename T> __device__ __forceinline__ u32 leading_zeros(T x) {
    if constexpr (sizeof(T) == 8) {
        return __clzll((i64)x);
    } else {
        return __clz((i32)(unsigned_of<T>)x) - (32 - 8 * sizeof(T));
    }
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

template <typename T> __device__ __forceinline__ T masked_shuffle(T value, u32 lane, u32 mask) {
    return exchange(mask, value, lane);
}

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

template <typename T> __device__ __forceinline__ T shuffle(T value, u32 source) {
    const u32 active = __activemask();
    const T other = exchange(active, value, source);
    return source < 32 && (active >> source & 1) ? other : value;
}

template <typename T> __device__ __forceinline__ u32 trailing_zeros(T x) {
    if constexpr (sizeof(T) == 8) {
        return x == 0 ? 64 : __ffsll((i64)x) - 1;
    } else {
        return x == 0 ? 8 * sizeof(T) : __ffs((i32)x) - 1;
    }
}

__device__ __forceinline__ u32 warp_and_u32(u32 value) {
    const u32 active = __activemask();
    u32 value_1;
    if (active == 4294967295u) {
        const u32 other = kiln::lane_xor(value, 16u);
        const u32 of_2 = value & other;
        const u32 other_1 = kiln::lane_xor(of_2, 8u);
        const u32 of_4 = of_2 & other_1;
        const u32 other_2 = kiln::lane_xor(of_4, 4u);
        const u32 of_8 = of_4 & other_2;
        const u32 other_3 = kiln::lane_xor(of_8, 2u);
        const u32 of_16 = of_8 & other_3;
        const u32 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 & other_4;
    } else {
        u32 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all & other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ u32 warp_or_u32(u32 value) {
    const u32 active = __activemask();
    u32 value_1;
    if (active == 4294967295u) {
        const u32 other = kiln::lane_xor(value, 16u);
        const u32 of_2 = value | other;
        const u32 other_1 = kiln::lane_xor(of_2, 8u);
        const u32 of_4 = of_2 | other_1;
        const u32 other_2 = kiln::lane_xor(of_4, 4u);
        const u32 of_8 = of_4 | other_2;
        const u32 other_3 = kiln::lane_xor(of_8, 2u);
        const u32 of_16 = of_8 | other_3;
        const u32 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 | other_4;
    } else {
        u32 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all | other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ u32 warp_xor_u32(u32 value) {
    const u32 active = __activemask();
    u32 value_1;
    if (active == 4294967295u) {
        const u32 other = kiln::lane_xor(value, 16u);
        const u32 of_2 = value ^ other;
        const u32 other_1 = kiln::lane_xor(of_2, 8u);
        const u32 of_4 = of_2 ^ other_1;
        const u32 other_2 = kiln::lane_xor(of_4, 4u);
        const u32 of_8 = of_4 ^ other_2;
        const u32 other_3 = kiln::lane_xor(of_8, 2u);
        const u32 of_16 = of_8 ^ other_3;
        const u32 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 ^ other_4;
    } else {
        u32 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all ^ other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ i64 warp_inclusive_sum_i64(i64 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i64 value_2;
    if (value_1 == 4294967295u) {
        const i64 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i64 of_2 = lane >= 1 ? (i64)((u64)below + value) : value;
        const i64 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i64 of_4 = lane >= 2 ? (i64)((u64)below_1 + of_2) : of_2;
        const i64 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i64 of_8 = lane >= 4 ? (i64)((u64)below_2 + of_4) : of_4;
        const i64 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i64 of_16 = lane >= 8 ? (i64)((u64)below_3 + of_8) : of_8;
        const i64 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? (i64)((u64)below_4 + of_16) : of_16;
    } else {
        i64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        i64 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i64 other = kiln::masked_shuffle(value, next, value_1);
            all = (i64)((u64)all + other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ i64 warp_exclusive_sum_i64(i64 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i64 value_1;
    if (active == 4294967295u) {
        const i64 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i64 of_2 = lane >= 1 ? (i64)((u64)below + value) : value;
        const i64 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i64 of_4 = lane >= 2 ? (i64)((u64)below_1 + of_2) : of_2;
        const i64 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i64 of_8 = lane >= 4 ? (i64)((u64)below_2 + of_4) : of_4;
        const i64 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i64 of_16 = lane >= 8 ? (i64)((u64)below_3 + of_8) : of_8;
        const i64 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? (i64)((u64)below_4 + of_16) : of_16;
    } else {
        i64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        i64 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i64 other = kiln::masked_shuffle(value, next, active);
            all = (i64)((u64)all + other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const i64 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const i64 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? 0 : below_1;
}

__device__ __forceinline__ i64 warp_inclusive_min_i64(i64 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i64 value_2;
    if (value_1 == 4294967295u) {
        const i64 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i64 of_2 = lane >= 1 ? kiln::int_min(below, value) : value;
        const i64 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i64 of_4 = lane >= 2 ? kiln::int_min(below_1, of_2) : of_2;
        const i64 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i64 of_8 = lane >= 4 ? kiln::int_min(below_2, of_4) : of_4;
        const i64 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i64 of_16 = lane >= 8 ? kiln::int_min(below_3, of_8) : of_8;
        const i64 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? kiln::int_min(below_4, of_16) : of_16;
    } else {
        i64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        i64 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i64 other = kiln::masked_shuffle(value, next, value_1);
            all = kiln::int_min(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ i64 warp_inclusive_max_i64(i64 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i64 value_2;
    if (value_1 == 4294967295u) {
        const i64 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i64 of_2 = lane >= 1 ? kiln::int_max(below, value) : value;
        const i64 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i64 of_4 = lane >= 2 ? kiln::int_max(below_1, of_2) : of_2;
        const i64 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i64 of_8 = lane >= 4 ? kiln::int_max(below_2, of_4) : of_4;
        const i64 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i64 of_16 = lane >= 8 ? kiln::int_max(below_3, of_8) : of_8;
        const i64 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? kiln::int_max(below_4, of_16) : of_16;
    } else {
        i64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        i64 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i64 other = kiln::masked_shuffle(value, next, value_1);
            all = kiln::int_max(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ float warp_exclusive_min_f32(float value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    float value_1;
    if (active == 4294967295u) {
        const float below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const float of_2 = lane >= 1 ? fminf(below, value) : value;
        const float below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const float of_4 = lane >= 2 ? fminf(below_1, of_2) : of_2;
        const float below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const float of_8 = lane >= 4 ? fminf(below_2, of_4) : of_4;
        const float below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const float of_16 = lane >= 8 ? fminf(below_3, of_8) : of_8;
        const float below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? fminf(below_4, of_16) : of_16;
    } else {
        float all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        float own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const float other = kiln::masked_shuffle(value, next, active);
            all = fminf(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const float up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const float below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? __uint_as_float(0x7f800000u) : below_1;
}

__device__ __forceinline__ float warp_exclusive_max_f32(float value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    float value_1;
    if (active == 4294967295u) {
        const float below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const float of_2 = lane >= 1 ? fmaxf(below, value) : value;
        const float below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const float of_4 = lane >= 2 ? fmaxf(below_1, of_2) : of_2;
        const float below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const float of_8 = lane >= 4 ? fmaxf(below_2, of_4) : of_4;
        const float below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const float of_16 = lane >= 8 ? fmaxf(below_3, of_8) : of_8;
        const float below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? fmaxf(below_4, of_16) : of_16;
    } else {
        float all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        float own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const float other = kiln::masked_shuffle(value, next, active);
            all = fmaxf(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const float up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const float below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? __uint_as_float(0xff800000u) : below_1;
}

__device__ __forceinline__ float warp_inclusive_sum_f32(float value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    float value_2;
    if (value_1 == 4294967295u) {
        const float below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const float of_2 = lane >= 1 ? below + value : value;
        const float below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const float of_4 = lane >= 2 ? below_1 + of_2 : of_2;
        const float below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const float of_8 = lane >= 4 ? below_2 + of_4 : of_4;
        const float below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const float of_16 = lane >= 8 ? below_3 + of_8 : of_8;
        const float below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? below_4 + of_16 : of_16;
    } else {
        float all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        float own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const float other = kiln::masked_shuffle(value, next, value_1);
            all = all + other;
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
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
        const u32 value_3 = kiln::warp_and_u32(v | 64u);
        const u32 value_4 = kiln::warp_or_u32(v);
        const u32 value_5 = kiln::warp_xor_u32(v);
        const u32 value_6 = kiln::shuffle(v, 3u);
        folded[kiln.at(i, folded_len, 12)] = value_3 ^ value_4 << 8 ^ value_5 << 16 ^ value_6 << 24;
        const i64 wide = (i64)((i64)v - 40ull);
        const i64 value_7 = kiln::warp_inclusive_sum_i64(wide);
        const i64 value_8 = kiln::warp_exclusive_sum_i64(wide);
        const i64 value_9 = kiln::warp_inclusive_min_i64(wide);
        const i64 value_10 = kiln::warp_inclusive_max_i64(wide);
        scans[kiln.at(i, scans_len, 15)] = (i64)(value_7 + 1000ull * value_8 + 1000000ull * value_9 + 1000000000ull * value_10);
        floats[kiln.at(2 * i, floats_len, 17)] = kiln::warp_exclusive_min_f32((float)v);
        const float value_11 = kiln::warp_exclusive_max_f32((float)v);
        const float value_12 = kiln::warp_inclusive_sum_f32(0.1f * (float)v);
        floats[kiln.at(2 * i + 1, floats_len, 19)] = value_11 + value_12;
    }
}
