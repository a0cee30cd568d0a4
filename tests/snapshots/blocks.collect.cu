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

template <typename T> __device__ __forceinline__ u32 trailing_zeros(T x) {
    if constexpr (sizeof(T) == 8) {
        return x == 0 ? 64 : __ffsll((i64)x) - 1;
    } else {
        return x == 0 ? 8 * sizeof(T) : __ffs((i32)x) - 1;
    }
}

__device__ __forceinline__ usize warp_id() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32;
}

__device__ __forceinline__ u64 div_ceil_u64(u64 a, u64 b) {
    const u64 quotient = a / b;
    return quotient * b == a ? quotient : quotient + 1;
}

__device__ __forceinline__ u32 warp_sum_u32(u32 value) {
    const u32 active = __activemask();
    u32 value_1;
    if (active == 4294967295u) {
        const u32 other = kiln::lane_xor(value, 16u);
        const u32 of_2 = value + other;
        const u32 other_1 = kiln::lane_xor(of_2, 8u);
        const u32 of_4 = of_2 + other_1;
        const u32 other_2 = kiln::lane_xor(of_4, 4u);
        const u32 of_8 = of_4 + other_2;
        const u32 other_3 = kiln::lane_xor(of_8, 2u);
        const u32 of_16 = of_8 + other_3;
        const u32 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 + other_4;
    } else {
        u32 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all + other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ u32 warp_exclusive_sum_u32(u32 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    u32 value_1;
    if (active == 4294967295u) {
        const u32 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const u32 of_2 = lane >= 1 ? below + value : value;
        const u32 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const u32 of_4 = lane >= 2 ? below_1 + of_2 : of_2;
        const u32 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const u32 of_8 = lane >= 4 ? below_2 + of_4 : of_4;
        const u32 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const u32 of_16 = lane >= 8 ? below_3 + of_8 : of_8;
        const u32 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? below_4 + of_16 : of_16;
    } else {
        u32 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const u32 other = kiln::masked_shuffle(value, next, active);
            all = all + other;
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const u32 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const u32 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? 0 : below_1;
}

__device__ __forceinline__ u32 warp_inclusive_sum_u32(u32 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    u32 value_2;
    if (value_1 == 4294967295u) {
        const u32 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const u32 of_2 = lane >= 1 ? below + value : value;
        const u32 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const u32 of_4 = lane >= 2 ? below_1 + of_2 : of_2;
        const u32 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const u32 of_8 = lane >= 4 ? below_2 + of_4 : of_4;
        const u32 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const u32 of_16 = lane >= 8 ? below_3 + of_8 : of_8;
        const u32 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? below_4 + of_16 : of_16;
    } else {
        u32 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        u32 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const u32 other = kiln::masked_shuffle(value, next, value_1);
            all = all + other;
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ float warp_sum_f32(float value) {
    const u32 active = __activemask();
    float value_1;
    if (active == 4294967295u) {
        const float other = kiln::lane_xor(value, 16u);
        const float of_2 = value + other;
        const float other_1 = kiln::lane_xor(of_2, 8u);
        const float of_4 = of_2 + other_1;
        const float other_2 = kiln::lane_xor(of_4, 4u);
        const float of_8 = of_4 + other_2;
        const float other_3 = kiln::lane_xor(of_8, 2u);
        const float of_16 = of_8 + other_3;
        const float other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 + other_4;
    } else {
        float all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const float other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all + other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ float warp_exclusive_sum_f32(float value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    float value_1;
    if (active == 4294967295u) {
        const float below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const float of_2 = lane >= 1 ? below + value : value;
        const float below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const float of_4 = lane >= 2 ? below_1 + of_2 : of_2;
        const float below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const float of_8 = lane >= 4 ? below_2 + of_4 : of_4;
        const float below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const float of_16 = lane >= 8 ? below_3 + of_8 : of_8;
        const float below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? below_4 + of_16 : of_16;
    } else {
        float all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        float own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const float other = kiln::masked_shuffle(value, next, active);
            all = all + other;
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const float up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const float below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? 0.0f : below_1;
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

__device__ __forceinline__ i64 warp_min_i64(i64 value) {
    const u32 active = __activemask();
    i64 value_1;
    if (active == 4294967295u) {
        const i64 other = kiln::lane_xor(value, 16u);
        const i64 of_2 = kiln::int_min(value, other);
        const i64 other_1 = kiln::lane_xor(of_2, 8u);
        const i64 of_4 = kiln::int_min(of_2, other_1);
        const i64 other_2 = kiln::lane_xor(of_4, 4u);
        const i64 of_8 = kiln::int_min(of_4, other_2);
        const i64 other_3 = kiln::lane_xor(of_8, 2u);
        const i64 of_16 = kiln::int_min(of_8, other_3);
        const i64 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = kiln::int_min(of_16, other_4);
    } else {
        i64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const i64 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = kiln::int_min(all, other);
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ i64 warp_max_i64(i64 value) {
    const u32 active = __activemask();
    i64 value_1;
    if (active == 4294967295u) {
        const i64 other = kiln::lane_xor(value, 16u);
        const i64 of_2 = kiln::int_max(value, other);
        const i64 other_1 = kiln::lane_xor(of_2, 8u);
        const i64 of_4 = kiln::int_max(of_2, other_1);
        const i64 other_2 = kiln::lane_xor(of_4, 4u);
        const i64 of_8 = kiln::int_max(of_4, other_2);
        const i64 other_3 = kiln::lane_xor(of_8, 2u);
        const i64 of_16 = kiln::int_max(of_8, other_3);
        const i64 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = kiln::int_max(of_16, other_4);
    } else {
        i64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const i64 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = kiln::int_max(all, other);
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
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

__device__ __forceinline__ i64 warp_exclusive_min_i64(i64 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i64 value_1;
    if (active == 4294967295u) {
        const i64 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i64 of_2 = lane >= 1 ? kiln::int_min(below, value) : value;
        const i64 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i64 of_4 = lane >= 2 ? kiln::int_min(below_1, of_2) : of_2;
        const i64 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i64 of_8 = lane >= 4 ? kiln::int_min(below_2, of_4) : of_4;
        const i64 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i64 of_16 = lane >= 8 ? kiln::int_min(below_3, of_8) : of_8;
        const i64 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? kiln::int_min(below_4, of_16) : of_16;
    } else {
        i64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        i64 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i64 other = kiln::masked_shuffle(value, next, active);
            all = kiln::int_min(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const i64 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const i64 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? 9223372036854775807ll : below_1;
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

__device__ __forceinline__ i64 warp_exclusive_max_i64(i64 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i64 value_1;
    if (active == 4294967295u) {
        const i64 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i64 of_2 = lane >= 1 ? kiln::int_max(below, value) : value;
        const i64 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i64 of_4 = lane >= 2 ? kiln::int_max(below_1, of_2) : of_2;
        const i64 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i64 of_8 = lane >= 4 ? kiln::int_max(below_2, of_4) : of_4;
        const i64 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i64 of_16 = lane >= 8 ? kiln::int_max(below_3, of_8) : of_8;
        const i64 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? kiln::int_max(below_4, of_16) : of_16;
    } else {
        i64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        i64 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i64 other = kiln::masked_shuffle(value, next, active);
            all = kiln::int_max(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const i64 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const i64 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? -9223372036854775807ll - 1 : below_1;
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
    return kiln::div_ceil_u64((usize)blockDim.x * (usize)blockDim.y * (usize)blockDim.z, 32ull);
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
        const u32 all = kiln::warp_sum_u32(partial[lane]);
        if (lane == 0) {
            partial[32] = all;
        }
    }
    __syncthreads();
    return partial[32];
}

__device__ __forceinline__ u32 sum(u32 value) {
    const u32 of_warp = kiln::warp_sum_u32(value);
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
        partial[32 + lane] = kiln::warp_exclusive_sum_u32(partial[lane]);
    }
    __syncthreads();
    return partial[32 + own];
}

__device__ __forceinline__ u32 inclusive_sum(u32 value) {
    const u32 of_lanes = kiln::warp_inclusive_sum_u32(value);
    const u32 value_1 = sum_of_warps_below(of_lanes);
    return value_1 + of_lanes;
}

__device__ __forceinline__ u32 exclusive_sum(u32 value) {
    const u32 of_lanes = kiln::warp_inclusive_sum_u32(value);
    const u32 below = kiln::warp_exclusive_sum_u32(value);
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
        const float all = kiln::warp_sum_f32(partial[lane]);
        if (lane == 0) {
            partial[32] = all;
        }
    }
    __syncthreads();
    return partial[32];
}

__device__ __forceinline__ float sum_2(float value) {
    const float of_warp = kiln::warp_sum_f32(value);
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
        partial[32 + lane] = kiln::warp_exclusive_sum_f32(partial[lane]);
    }
    __syncthreads();
    return partial[32 + own];
}

__device__ __forceinline__ float inclusive_sum_2(float value) {
    const float of_lanes = kiln::warp_inclusive_sum_f32(value);
    const float value_1 = sum_of_warps_below_2(of_lanes);
    return value_1 + of_lanes;
}

__device__ __forceinline__ i64 min(i64 value) {
    __shared__ array<i64, 33> partial;
    const usize value_1 = warps();
    const usize lane = kiln::lane_id();
    const usize count = value_1;
    const i64 of_warp = kiln::warp_min_i64(value);
    if (lane == 0) {
        partial[kiln::warp_id()] = of_warp;
    }
    __syncthreads();
    if (kiln::warp_id() == 0 && lane < count) {
        const i64 all = kiln::warp_min_i64(partial[lane]);
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
    const i64 of_warp = kiln::warp_max_i64(value);
    if (lane == 0) {
        partial[kiln::warp_id()] = of_warp;
    }
    __syncthreads();
    if (kiln::warp_id() == 0 && lane < count) {
        const i64 all = kiln::warp_max_i64(partial[lane]);
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
    const i64 of_lanes = kiln::warp_inclusive_min_i64(value);
    if (lane == end) {
        partial[own] = of_lanes;
    }
    __syncthreads();
    if (own == 0 && lane < count) {
        partial[32 + lane] = kiln::warp_exclusive_min_i64(partial[lane]);
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
    const i64 of_lanes = kiln::warp_inclusive_max_i64(value);
    if (lane == end) {
        partial[own] = of_lanes;
    }
    __syncthreads();
    if (own == 0 && lane < count) {
        partial[32 + lane] = kiln::warp_exclusive_max_i64(partial[lane]);
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
