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

template <typename T> __device__ __forceinline__ T shuffle_down(T value, u32 delta) {
    return shuffle(value, delta < 32 ? (u32)lane_id() + delta : 32);
}

template <typename T> __device__ __forceinline__ T shuffle_up(T value, u32 delta) {
    const u32 lane = (u32)lane_id();
    return shuffle(value, delta <= lane ? lane - delta : lane);
}

template <typename T> __device__ __forceinline__ T shuffle_xor(T value, u32 bits) {
    return shuffle(value, (u32)lane_id() ^ bits);
}

template <typename T> __device__ __forceinline__ u32 trailing_zeros(T x) {
    if constexpr (sizeof(T) == 8) {
        return x == 0 ? 64 : __ffsll((i64)x) - 1;
    } else {
        return x == 0 ? 8 * sizeof(T) : __ffs((i32)x) - 1;
    }
}

__device__ __forceinline__ double fract_f64(double x) {
    return x - trunc(x);
}

__device__ __forceinline__ double float_signum_f64(double x) {
    return x != x ? x : copysign(1.0, x);
}

__device__ __forceinline__ double float_div_euclid_f64(double a, double b) {
    const double quotient = trunc(a / b);
    const double away = b > 0.0 ? quotient - 1.0 : quotient + 1.0;
    return fmod(a, b) < kiln::hidden(0.0) ? away : quotient;
}

__device__ __forceinline__ double float_rem_euclid_f64(double a, double b) {
    const double remainder = fmod(a, b);
    return remainder < kiln::hidden(0.0) ? remainder + fabs(b) : remainder;
}

__device__ __forceinline__ u32 unsigned_abs_i32(i32 x) {
    return (u32)kiln::int_abs(x);
}

__device__ __forceinline__ double powi_f64(double x, i32 power) {
    double result = 1.0;
    double square = x;
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
    return power < 0 ? 1.0 / result : result;
}

__device__ __forceinline__ double log_f64(double x, double base) {
    return log(x) / log(base);
}

__device__ __forceinline__ double recip_f64(double x) {
    return 1.0 / x;
}

__device__ __forceinline__ double to_degrees_f64(double x) {
    return x * (180.0 / 3.141592653589793);
}

__device__ __forceinline__ double to_radians_f64(double x) {
    return x * (3.141592653589793 / 180.0);
}

__device__ __forceinline__ double float_midpoint_f64(double a, double b) {
    const bool small_a = fabs(a) < 4.450147717014403e-308;
    const bool small_b = fabs(b) < 4.450147717014403e-308;
    const double half_a = small_a ? a : a * 0.5;
    const double half_b = small_b && !small_a ? b : b * 0.5;
    return fabs(a) <= 8.988465674311579e307 && fabs(b) <= 8.988465674311579e307 ? (a + b) * 0.5 : half_a + half_b;
}

__device__ __forceinline__ double float_clamp_f64(double x, double low, double high) {
    return x < kiln::hidden(low) ? low : x > kiln::hidden(high) ? high : x;
}

__device__ __forceinline__ bool is_nan_f64(double x) {
    return x != x;
}

__device__ __forceinline__ bool is_infinite_f64(double x) {
    return fabs(x) == __longlong_as_double(0x7ff0000000000000ll);
}

__device__ __forceinline__ bool is_finite_f64(double x) {
    return fabs(x) < __longlong_as_double(0x7ff0000000000000ll);
}

__device__ __forceinline__ bool is_normal_f64(double x) {
    const u64 all = ~0ull >> 1;
    const u64 magnitude = (u64)__double_as_longlong(x) & all;
    return magnitude >= (u64)__double_as_longlong(2.2250738585072014e-308) && magnitude < (u64)__double_as_longlong(__longlong_as_double(0x7ff0000000000000ll));
}

__device__ __forceinline__ bool is_subnormal_f64(double x) {
    const u64 all = ~0ull >> 1;
    const u64 magnitude = (u64)__double_as_longlong(x) & all;
    return magnitude != 0 && magnitude < (u64)__double_as_longlong(2.2250738585072014e-308);
}

__device__ __forceinline__ bool is_sign_positive_f64(double x) {
    return (u64)__double_as_longlong(x) >> (64u - 1 & 63) == 0;
}

__device__ __forceinline__ bool is_sign_negative_f64(double x) {
    return (u64)__double_as_longlong(x) >> (64u - 1 & 63) != 0;
}

__device__ __forceinline__ double warp_sum_f64(double value) {
    const u32 active = __activemask();
    double value_1;
    if (active == 4294967295u) {
        const double other = kiln::lane_xor(value, 16u);
        const double of_2 = value + other;
        const double other_1 = kiln::lane_xor(of_2, 8u);
        const double of_4 = of_2 + other_1;
        const double other_2 = kiln::lane_xor(of_4, 4u);
        const double of_8 = of_4 + other_2;
        const double other_3 = kiln::lane_xor(of_8, 2u);
        const double of_16 = of_8 + other_3;
        const double other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 + other_4;
    } else {
        double all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const double other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all + other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ double warp_min_f64(double value) {
    const u32 active = __activemask();
    double value_1;
    if (active == 4294967295u) {
        const double other = kiln::lane_xor(value, 16u);
        const double of_2 = fmin(value, other);
        const double other_1 = kiln::lane_xor(of_2, 8u);
        const double of_4 = fmin(of_2, other_1);
        const double other_2 = kiln::lane_xor(of_4, 4u);
        const double of_8 = fmin(of_4, other_2);
        const double other_3 = kiln::lane_xor(of_8, 2u);
        const double of_16 = fmin(of_8, other_3);
        const double other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = fmin(of_16, other_4);
    } else {
        double all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const double other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = fmin(all, other);
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ double warp_max_f64(double value) {
    const u32 active = __activemask();
    double value_1;
    if (active == 4294967295u) {
        const double other = kiln::lane_xor(value, 16u);
        const double of_2 = fmax(value, other);
        const double other_1 = kiln::lane_xor(of_2, 8u);
        const double of_4 = fmax(of_2, other_1);
        const double other_2 = kiln::lane_xor(of_4, 4u);
        const double of_8 = fmax(of_4, other_2);
        const double other_3 = kiln::lane_xor(of_8, 2u);
        const double of_16 = fmax(of_8, other_3);
        const double other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = fmax(of_16, other_4);
    } else {
        double all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const double other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = fmax(all, other);
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ double warp_inclusive_sum_f64(double value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    double value_2;
    if (value_1 == 4294967295u) {
        const double below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const double of_2 = lane >= 1 ? below + value : value;
        const double below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const double of_4 = lane >= 2 ? below_1 + of_2 : of_2;
        const double below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const double of_8 = lane >= 4 ? below_2 + of_4 : of_4;
        const double below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const double of_16 = lane >= 8 ? below_3 + of_8 : of_8;
        const double below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? below_4 + of_16 : of_16;
    } else {
        double all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        double own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const double other = kiln::masked_shuffle(value, next, value_1);
            all = all + other;
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ double warp_exclusive_sum_f64(double value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    double value_1;
    if (active == 4294967295u) {
        const double below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const double of_2 = lane >= 1 ? below + value : value;
        const double below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const double of_4 = lane >= 2 ? below_1 + of_2 : of_2;
        const double below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const double of_8 = lane >= 4 ? below_2 + of_4 : of_4;
        const double below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const double of_16 = lane >= 8 ? below_3 + of_8 : of_8;
        const double below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? below_4 + of_16 : of_16;
    } else {
        double all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        double own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const double other = kiln::masked_shuffle(value, next, active);
            all = all + other;
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const double up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const double below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? 0.0 : below_1;
}

__device__ __forceinline__ double warp_inclusive_min_f64(double value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    double value_2;
    if (value_1 == 4294967295u) {
        const double below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const double of_2 = lane >= 1 ? fmin(below, value) : value;
        const double below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const double of_4 = lane >= 2 ? fmin(below_1, of_2) : of_2;
        const double below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const double of_8 = lane >= 4 ? fmin(below_2, of_4) : of_4;
        const double below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const double of_16 = lane >= 8 ? fmin(below_3, of_8) : of_8;
        const double below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? fmin(below_4, of_16) : of_16;
    } else {
        double all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        double own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const double other = kiln::masked_shuffle(value, next, value_1);
            all = fmin(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ double warp_exclusive_min_f64(double value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    double value_1;
    if (active == 4294967295u) {
        const double below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const double of_2 = lane >= 1 ? fmin(below, value) : value;
        const double below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const double of_4 = lane >= 2 ? fmin(below_1, of_2) : of_2;
        const double below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const double of_8 = lane >= 4 ? fmin(below_2, of_4) : of_4;
        const double below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const double of_16 = lane >= 8 ? fmin(below_3, of_8) : of_8;
        const double below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? fmin(below_4, of_16) : of_16;
    } else {
        double all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        double own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const double other = kiln::masked_shuffle(value, next, active);
            all = fmin(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const double up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const double below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? __longlong_as_double(0x7ff0000000000000ll) : below_1;
}

__device__ __forceinline__ double warp_inclusive_max_f64(double value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    double value_2;
    if (value_1 == 4294967295u) {
        const double below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const double of_2 = lane >= 1 ? fmax(below, value) : value;
        const double below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const double of_4 = lane >= 2 ? fmax(below_1, of_2) : of_2;
        const double below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const double of_8 = lane >= 4 ? fmax(below_2, of_4) : of_4;
        const double below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const double of_16 = lane >= 8 ? fmax(below_3, of_8) : of_8;
        const double below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? fmax(below_4, of_16) : of_16;
    } else {
        double all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        double own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const double other = kiln::masked_shuffle(value, next, value_1);
            all = fmax(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ double warp_exclusive_max_f64(double value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    double value_1;
    if (active == 4294967295u) {
        const double below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const double of_2 = lane >= 1 ? fmax(below, value) : value;
        const double below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const double of_4 = lane >= 2 ? fmax(below_1, of_2) : of_2;
        const double below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const double of_8 = lane >= 4 ? fmax(below_2, of_4) : of_4;
        const double below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const double of_16 = lane >= 8 ? fmax(below_3, of_8) : of_8;
        const double below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? fmax(below_4, of_16) : of_16;
    } else {
        double all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        double own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const double other = kiln::masked_shuffle(value, next, active);
            all = fmax(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const double up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const double below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? __longlong_as_double(0xfff0000000000000ll) : below_1;
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

extern "C" __global__ void intrinsics_f64(
    const double* __restrict__ x, usize x_len,
    const double* __restrict__ y, usize y_len,
    const double* __restrict__ z, usize z_len,
    const u64* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const double floor_ = floor(x[kiln.at(i, x_len, 2)]);
    out[kiln.at(i * 75 + 0, out_len, 4)] = (u64)__double_as_longlong(floor_);
    const double ceil_ = ceil(x[kiln.at(i, x_len, 6)]);
    out[kiln.at(i * 75 + 1, out_len, 8)] = (u64)__double_as_longlong(ceil_);
    const double round_ = round(x[kiln.at(i, x_len, 10)]);
    out[kiln.at(i * 75 + 2, out_len, 12)] = (u64)__double_as_longlong(round_);
    const double round_ties_even = rint(x[kiln.at(i, x_len, 14)]);
    out[kiln.at(i * 75 + 3, out_len, 16)] = (u64)__double_as_longlong(round_ties_even);
    const double trunc_ = trunc(x[kiln.at(i, x_len, 18)]);
    out[kiln.at(i * 75 + 4, out_len, 20)] = (u64)__double_as_longlong(trunc_);
    const double fract = kiln::fract_f64(x[kiln.at(i, x_len, 22)]);
    out[kiln.at(i * 75 + 5, out_len, 24)] = (u64)__double_as_longlong(fract);
    const double float_abs = fabs(x[kiln.at(i, x_len, 26)]);
    out[kiln.at(i * 75 + 6, out_len, 28)] = (u64)__double_as_longlong(float_abs);
    const double float_signum = kiln::float_signum_f64(x[kiln.at(i, x_len, 30)]);
    out[kiln.at(i * 75 + 7, out_len, 32)] = (u64)__double_as_longlong(float_signum);
    const double copysign_ = copysign(x[kiln.at(i, x_len, 34)], y[kiln.at(i, y_len, 35)]);
    out[kiln.at(i * 75 + 8, out_len, 37)] = (u64)__double_as_longlong(copysign_);
    const double mul_add = fma(x[kiln.at(i, x_len, 39)], y[kiln.at(i, y_len, 40)], z[kiln.at(i, z_len, 41)]);
    out[kiln.at(i * 75 + 9, out_len, 43)] = (u64)__double_as_longlong(mul_add);
    const double float_div_euclid = kiln::float_div_euclid_f64(x[kiln.at(i, x_len, 45)], y[kiln.at(i, y_len, 46)]);
    out[kiln.at(i * 75 + 10, out_len, 48)] = (u64)__double_as_longlong(float_div_euclid);
    const double float_rem_euclid = kiln::float_rem_euclid_f64(x[kiln.at(i, x_len, 50)], y[kiln.at(i, y_len, 51)]);
    out[kiln.at(i * 75 + 11, out_len, 53)] = (u64)__double_as_longlong(float_rem_euclid);
    const double powi = kiln::powi_f64(x[kiln.at(i, x_len, 55)], power[kiln.at(i, power_len, 56)]);
    out[kiln.at(i * 75 + 12, out_len, 58)] = (u64)__double_as_longlong(powi);
    const double powf_ = pow(x[kiln.at(i, x_len, 60)], y[kiln.at(i, y_len, 61)]);
    out[kiln.at(i * 75 + 13, out_len, 63)] = (u64)__double_as_longlong(powf_);
    const double sqrt_ = sqrt(x[kiln.at(i, x_len, 65)]);
    out[kiln.at(i * 75 + 14, out_len, 67)] = (u64)__double_as_longlong(sqrt_);
    const double rsqrt_ = rsqrt(x[kiln.at(i, x_len, 69)]);
    out[kiln.at(i * 75 + 15, out_len, 71)] = (u64)__double_as_longlong(rsqrt_);
    const double exp_ = exp(x[kiln.at(i, x_len, 73)]);
    out[kiln.at(i * 75 + 16, out_len, 75)] = (u64)__double_as_longlong(exp_);
    const double exp2_ = exp2(x[kiln.at(i, x_len, 77)]);
    out[kiln.at(i * 75 + 17, out_len, 79)] = (u64)__double_as_longlong(exp2_);
    const double exp_m1 = expm1(x[kiln.at(i, x_len, 81)]);
    out[kiln.at(i * 75 + 18, out_len, 83)] = (u64)__double_as_longlong(exp_m1);
    const double ln = log(x[kiln.at(i, x_len, 85)]);
    out[kiln.at(i * 75 + 19, out_len, 87)] = (u64)__double_as_longlong(ln);
    const double log_ = kiln::log_f64(x[kiln.at(i, x_len, 89)], y[kiln.at(i, y_len, 90)]);
    out[kiln.at(i * 75 + 20, out_len, 92)] = (u64)__double_as_longlong(log_);
    const double log2_ = log2(x[kiln.at(i, x_len, 94)]);
    out[kiln.at(i * 75 + 21, out_len, 96)] = (u64)__double_as_longlong(log2_);
    const double log10_ = log10(x[kiln.at(i, x_len, 98)]);
    out[kiln.at(i * 75 + 22, out_len, 100)] = (u64)__double_as_longlong(log10_);
    const double ln_1p = log1p(x[kiln.at(i, x_len, 102)]);
    out[kiln.at(i * 75 + 23, out_len, 104)] = (u64)__double_as_longlong(ln_1p);
    const double erf_ = erf(x[kiln.at(i, x_len, 106)]);
    out[kiln.at(i * 75 + 24, out_len, 108)] = (u64)__double_as_longlong(erf_);
    const double erfc_ = erfc(x[kiln.at(i, x_len, 110)]);
    out[kiln.at(i * 75 + 25, out_len, 112)] = (u64)__double_as_longlong(erfc_);
    const double cbrt_ = cbrt(x[kiln.at(i, x_len, 114)]);
    out[kiln.at(i * 75 + 26, out_len, 116)] = (u64)__double_as_longlong(cbrt_);
    const double hypot_ = hypot(x[kiln.at(i, x_len, 118)], y[kiln.at(i, y_len, 119)]);
    out[kiln.at(i * 75 + 27, out_len, 121)] = (u64)__double_as_longlong(hypot_);
    const double sin_ = sin(x[kiln.at(i, x_len, 123)]);
    out[kiln.at(i * 75 + 28, out_len, 125)] = (u64)__double_as_longlong(sin_);
    const double cos_ = cos(x[kiln.at(i, x_len, 127)]);
    out[kiln.at(i * 75 + 29, out_len, 129)] = (u64)__double_as_longlong(cos_);
    const double tan_ = tan(x[kiln.at(i, x_len, 131)]);
    out[kiln.at(i * 75 + 30, out_len, 133)] = (u64)__double_as_longlong(tan_);
    const double asin_ = asin(x[kiln.at(i, x_len, 135)]);
    out[kiln.at(i * 75 + 31, out_len, 137)] = (u64)__double_as_longlong(asin_);
    const double acos_ = acos(x[kiln.at(i, x_len, 139)]);
    out[kiln.at(i * 75 + 32, out_len, 141)] = (u64)__double_as_longlong(acos_);
    const double atan_ = atan(x[kiln.at(i, x_len, 143)]);
    out[kiln.at(i * 75 + 33, out_len, 145)] = (u64)__double_as_longlong(atan_);
    const double atan2_ = atan2(x[kiln.at(i, x_len, 147)], y[kiln.at(i, y_len, 148)]);
    out[kiln.at(i * 75 + 34, out_len, 150)] = (u64)__double_as_longlong(atan2_);
    const double sinh_ = sinh(x[kiln.at(i, x_len, 152)]);
    out[kiln.at(i * 75 + 35, out_len, 154)] = (u64)__double_as_longlong(sinh_);
    const double cosh_ = cosh(x[kiln.at(i, x_len, 156)]);
    out[kiln.at(i * 75 + 36, out_len, 158)] = (u64)__double_as_longlong(cosh_);
    const double tanh_ = tanh(x[kiln.at(i, x_len, 160)]);
    out[kiln.at(i * 75 + 37, out_len, 162)] = (u64)__double_as_longlong(tanh_);
    const double asinh_ = asinh(x[kiln.at(i, x_len, 164)]);
    out[kiln.at(i * 75 + 38, out_len, 166)] = (u64)__double_as_longlong(asinh_);
    const double acosh_ = acosh(x[kiln.at(i, x_len, 168)]);
    out[kiln.at(i * 75 + 39, out_len, 170)] = (u64)__double_as_longlong(acosh_);
    const double atanh_ = atanh(x[kiln.at(i, x_len, 172)]);
    out[kiln.at(i * 75 + 40, out_len, 174)] = (u64)__double_as_longlong(atanh_);
    const double recip = kiln::recip_f64(x[kiln.at(i, x_len, 176)]);
    out[kiln.at(i * 75 + 41, out_len, 178)] = (u64)__double_as_longlong(recip);
    const double to_degrees = kiln::to_degrees_f64(x[kiln.at(i, x_len, 180)]);
    out[kiln.at(i * 75 + 42, out_len, 182)] = (u64)__double_as_longlong(to_degrees);
    const double to_radians = kiln::to_radians_f64(x[kiln.at(i, x_len, 184)]);
    out[kiln.at(i * 75 + 43, out_len, 186)] = (u64)__double_as_longlong(to_radians);
    const double float_midpoint = kiln::float_midpoint_f64(x[kiln.at(i, x_len, 188)], y[kiln.at(i, y_len, 189)]);
    out[kiln.at(i * 75 + 44, out_len, 191)] = (u64)__double_as_longlong(float_midpoint);
    const double float_min = fmin(x[kiln.at(i, x_len, 193)], y[kiln.at(i, y_len, 194)]);
    out[kiln.at(i * 75 + 45, out_len, 196)] = (u64)__double_as_longlong(float_min);
    const double float_max = fmax(x[kiln.at(i, x_len, 198)], y[kiln.at(i, y_len, 199)]);
    out[kiln.at(i * 75 + 46, out_len, 201)] = (u64)__double_as_longlong(float_max);
    const double float_clamp = kiln::float_clamp_f64(x[kiln.at(i, x_len, 203)], y[kiln.at(i, y_len, 204)], z[kiln.at(i, z_len, 205)]);
    out[kiln.at(i * 75 + 47, out_len, 207)] = (u64)__double_as_longlong(float_clamp);
    const u64 to_bits = (u64)__double_as_longlong(x[kiln.at(i, x_len, 209)]);
    out[kiln.at(i * 75 + 48, out_len, 211)] = to_bits;
    const double from_bits = __longlong_as_double((i64)bits[kiln.at(i, bits_len, 213)]);
    out[kiln.at(i * 75 + 49, out_len, 215)] = (u64)__double_as_longlong(from_bits);
    const bool is_nan = kiln::is_nan_f64(x[kiln.at(i, x_len, 217)]);
    out[kiln.at(i * 75 + 50, out_len, 219)] = (u64)is_nan;
    const bool is_infinite = kiln::is_infinite_f64(x[kiln.at(i, x_len, 221)]);
    out[kiln.at(i * 75 + 51, out_len, 223)] = (u64)is_infinite;
    const bool is_finite = kiln::is_finite_f64(x[kiln.at(i, x_len, 225)]);
    out[kiln.at(i * 75 + 52, out_len, 227)] = (u64)is_finite;
    const bool is_normal = kiln::is_normal_f64(x[kiln.at(i, x_len, 229)]);
    out[kiln.at(i * 75 + 53, out_len, 231)] = (u64)is_normal;
    const bool is_subnormal = kiln::is_subnormal_f64(x[kiln.at(i, x_len, 233)]);
    out[kiln.at(i * 75 + 54, out_len, 235)] = (u64)is_subnormal;
    const bool is_sign_positive = kiln::is_sign_positive_f64(x[kiln.at(i, x_len, 237)]);
    out[kiln.at(i * 75 + 55, out_len, 239)] = (u64)is_sign_positive;
    const bool is_sign_negative = kiln::is_sign_negative_f64(x[kiln.at(i, x_len, 241)]);
    out[kiln.at(i * 75 + 56, out_len, 243)] = (u64)is_sign_negative;
    const double shuffle = kiln::shuffle(x[kiln.at(i, x_len, 245)], n[kiln.at(i, n_len, 246)]);
    out[kiln.at(i * 75 + 57, out_len, 248)] = (u64)__double_as_longlong(shuffle);
    const double shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 250)], n[kiln.at(i, n_len, 251)]);
    out[kiln.at(i * 75 + 58, out_len, 253)] = (u64)__double_as_longlong(shuffle_up);
    const double shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 255)], n[kiln.at(i, n_len, 256)]);
    out[kiln.at(i * 75 + 59, out_len, 258)] = (u64)__double_as_longlong(shuffle_down);
    const double shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 260)], n[kiln.at(i, n_len, 261)]);
    out[kiln.at(i * 75 + 60, out_len, 263)] = (u64)__double_as_longlong(shuffle_xor);
    const double masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 265)], n[kiln.at(i, n_len, 266)], n[kiln.at(i, n_len, 267)]);
    out[kiln.at(i * 75 + 61, out_len, 269)] = (u64)__double_as_longlong(masked_shuffle);
    const double warp_sum = kiln::warp_sum_f64(x[kiln.at(i, x_len, 271)]);
    out[kiln.at(i * 75 + 62, out_len, 273)] = (u64)__double_as_longlong(warp_sum);
    const double warp_min = kiln::warp_min_f64(x[kiln.at(i, x_len, 275)]);
    out[kiln.at(i * 75 + 63, out_len, 277)] = (u64)__double_as_longlong(warp_min);
    const double warp_max = kiln::warp_max_f64(x[kiln.at(i, x_len, 279)]);
    out[kiln.at(i * 75 + 64, out_len, 281)] = (u64)__double_as_longlong(warp_max);
    const double warp_inclusive_sum = kiln::warp_inclusive_sum_f64(x[kiln.at(i, x_len, 283)]);
    out[kiln.at(i * 75 + 65, out_len, 285)] = (u64)__double_as_longlong(warp_inclusive_sum);
    const double warp_exclusive_sum = kiln::warp_exclusive_sum_f64(x[kiln.at(i, x_len, 287)]);
    out[kiln.at(i * 75 + 66, out_len, 289)] = (u64)__double_as_longlong(warp_exclusive_sum);
    const double warp_inclusive_min = kiln::warp_inclusive_min_f64(x[kiln.at(i, x_len, 291)]);
    out[kiln.at(i * 75 + 67, out_len, 293)] = (u64)__double_as_longlong(warp_inclusive_min);
    const double warp_exclusive_min = kiln::warp_exclusive_min_f64(x[kiln.at(i, x_len, 295)]);
    out[kiln.at(i * 75 + 68, out_len, 297)] = (u64)__double_as_longlong(warp_exclusive_min);
    const double warp_inclusive_max = kiln::warp_inclusive_max_f64(x[kiln.at(i, x_len, 299)]);
    out[kiln.at(i * 75 + 69, out_len, 301)] = (u64)__double_as_longlong(warp_inclusive_max);
    const double warp_exclusive_max = kiln::warp_exclusive_max_f64(x[kiln.at(i, x_len, 303)]);
    out[kiln.at(i * 75 + 70, out_len, 305)] = (u64)__double_as_longlong(warp_exclusive_max);
    const double broadcast = kiln::shuffle(x[kiln.at(i, x_len, 307)], n[kiln.at(i, n_len, 308)]);
    out[kiln.at(i * 75 + 71, out_len, 310)] = (u64)__double_as_longlong(broadcast);
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 312)]);
    out[kiln.at(i * 75 + 72, out_len, 314)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 316)]);
    out[kiln.at(i * 75 + 73, out_len, 318)] = (u64)match_all;
    const double lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 320)], n[kiln.at(i, n_len, 321)]);
    out[kiln.at(i * 75 + 74, out_len, 323)] = (u64)__double_as_longlong(lane_xor);
}
