typedef signed char i8;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

namespace kiln {

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

template <typename T> __device__ __forceinline__ unsigned_of<T> abs_diff(T a, T b) {
    typedef unsigned_of<T> U;
    if constexpr (sizeof(T) == 8) {
        U up = (U)b - (U)a;
        asm("" : "+l"(up));
        return a < b ? up : (U)a - (U)b;
    } else {
        u32 up = (u32)b - (u32)a;
        asm("" : "+r"(up));
        return (U)(a < b ? up : (u32)a - (u32)b);
    }
}

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

// Narrow numbers in 32 bits: ptxas (13.0 at least) joins two minima of 16 bits and loses that one of them is not
// below zero.
template <typename T> __device__ __forceinline__ T int_clamp(T x, T low, T high) {
    if constexpr (sizeof(T) <= 2) {
        i32 wide = x;
        asm("" : "+r"(wide));
        return (T)(wide < low ? low : wide > high ? high : wide);
    }
    return x < low ? low : x > high ? high : x;
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

template <typename T> struct limits {
    static constexpr bool is_signed = (T)-1 < (T)1;
    static constexpr T max = (T)((unsigned_of<T>)-1 >> (is_signed ? 1 : 0));
    static constexpr T min = is_signed ? (T)~max : (T)0;
};

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

template <typename T> __device__ __forceinline__ T mul_hi(T a, T b) {
    if constexpr (sizeof(T) < 4) return (T)((u32)a * (u32)b >> 8 * sizeof(T));
    else if constexpr (sizeof(T) == 4) return limits<T>::is_signed ? (T)__mulhi(a, b) : (T)__umulhi(a, b);
    else return limits<T>::is_signed ? (T)__mul64hi(a, b) : (T)__umul64hi(a, b);
}

// The lower bits of what was computed in 32, which compilers are kept from computing in 16: ptxas (13.0 at least)
// widens the negation of the least integer of 16 bits as if it were positive, and NVRTC finds negations in differences
// and in products too. The half is taken of the register by name: of a conversion ptxas packs the 16 bits beside others
// in the place of the 32, and goes on to use the 32.
template <typename T> __device__ __forceinline__ T narrow(u32 x) {
    unsigned short low;
    asm("{.reg .b16 high; mov.b32 {%0, high}, %1;}" : "=h"(low) : "r"(x));
    return (T)low;
}

template <typename T> __device__ __forceinline__ T reverse_bits(T x) {
    if constexpr (sizeof(T) == 8) {
        return (T)__brevll((u64)x);
    } else {
        return (T)(__brev((u32)x) >> (32 - 8 * sizeof(T)));
    }
}

template <typename T> __device__ __forceinline__ T rotate_left(T x, u32 amount) {
    const unsigned_of<T> bits = (unsigned_of<T>)x;
    if constexpr (sizeof(T) == 8) {
        const u32 low = (u32)bits, high = (u32)(bits >> 32);
        const u32 a = amount & 32 ? high : low, b = amount & 32 ? low : high;
        return (T)((u64)__funnelshift_l(a, b, amount) << 32 | __funnelshift_l(b, a, amount));
    } else {
        const u32 mask = 8 * sizeof(T) - 1;
        return (T)(bits << (amount & mask) | bits >> ((0 - amount) & mask));
    }
}

template <typename T> __device__ __forceinline__ T rotate_right(T x, u32 amount) { return rotate_left(x, 0 - amount); }

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

template <typename T> __device__ __forceinline__ T swap_bytes(T x) {
    if constexpr (sizeof(T) == 1) {
        return x;
    } else if constexpr (sizeof(T) == 8) {
        const u32 low = (u32)x, high = (u32)((u64)x >> 32);
        return (T)((u64)__byte_perm(low, 0, 0x0123) << 32 | __byte_perm(high, 0, 0x0123));
    } else {
        return (T)(__byte_perm((u32)x, 0, 0x0123) >> (32 - 8 * sizeof(T)));
    }
}

template <typename T> __device__ __forceinline__ u32 trailing_zeros(T x) {
    if constexpr (sizeof(T) == 8) {
        return x == 0 ? 64 : __ffsll((i64)x) - 1;
    } else {
        return x == 0 ? 8 * sizeof(T) : __ffs((i32)x) - 1;
    }
}

__device__ __forceinline__ i8 saturating_add_i8(i8 a, i8 b) {
    return (i8)kiln::int_min(kiln::int_max((i32)((u32)(i32)a + (i32)b), (i32)-128), (i32)127);
}

__device__ __forceinline__ i8 saturating_sub_i8(i8 a, i8 b) {
    return (i8)kiln::int_min(kiln::int_max((i32)((u32)(i32)a - (i32)b), (i32)-128), (i32)127);
}

__device__ __forceinline__ i8 saturating_mul_i8(i8 a, i8 b) {
    return (i8)kiln::int_min(kiln::int_max((i32)((u32)(i32)a * (i32)b), (i32)-128), (i32)127);
}

__device__ __forceinline__ u8 unsigned_abs_i8(i8 x) {
    return (u8)kiln::int_abs(x);
}

__device__ __forceinline__ i8 pow_i8(i8 x, u32 exponent) {
    const u32 x_1 = (u32)x;
    u32 result = 1;
    u32 square = x_1;
    u32 rest = exponent;
    while (rest != 0) {
        if ((rest & 1) != 0) {
            result *= square;
        }
        square *= square;
        rest >>= 1;
    }
    const u32 value = result;
    return (i8)value;
}

__device__ __forceinline__ i8 wrapping_pow_i8(i8 x, u32 exponent) {
    const u32 x_1 = (u32)x;
    u32 result = 1;
    u32 square = x_1;
    u32 rest = exponent;
    while (rest != 0) {
        if ((rest & 1) != 0) {
            result *= square;
        }
        square *= square;
        rest >>= 1;
    }
    const u32 value = result;
    return (i8)value;
}

__device__ __forceinline__ i8 int_signum_i8(i8 x) {
    return kiln::int_max(kiln::int_min(x, (i8)1), (i8)-1);
}

__device__ __forceinline__ u32 leading_ones_i8(i8 x) {
    return kiln::leading_zeros((i8)~x);
}

__device__ __forceinline__ u32 trailing_ones_i8(i8 x) {
    return kiln::trailing_zeros((i8)~x);
}

__device__ __forceinline__ u32 count_zeros_i8(i8 x) {
    return kiln::count_ones((i8)~x);
}

__device__ __forceinline__ i8 int_div_euclid_i8(i8 a, i8 b) {
    const i8 quotient = a / b;
    const i8 away = b > 0 ? (i8)(quotient - 1u) : (i8)(quotient + 1u);
    return kiln::narrow<i8>(a - (u32)quotient * b) < 0 ? away : quotient;
}

__device__ __forceinline__ i8 int_rem_euclid_i8(i8 a, i8 b) {
    const i8 remainder = a % b;
    const i8 other = b < 0 ? kiln::narrow<i8>((u32)remainder - b) : (i8)((u32)remainder + b);
    return remainder < 0 ? other : remainder;
}

__device__ __forceinline__ i8 midpoint_i8(i8 a, i8 b) {
    const i8 below = (i8)((u32)(a & b) + ((a ^ b) >> 1));
    const i8 odd = (a ^ b) & 1;
    return below < 0 ? (i8)((u32)below + odd) : below;
}

__device__ __forceinline__ i8 saturating_neg_i8(i8 x) {
    return x == -128 ? 127 : kiln::narrow<i8>(-(u32)x);
}

__device__ __forceinline__ i8 saturating_abs_i8(i8 x) {
    const i8 magnitude = kiln::int_abs(x);
    return magnitude < 0 ? 127 : magnitude;
}

__device__ __forceinline__ i8 saturating_pow_i8(i8 x, u32 power) {
    i8 result = 1;
    i8 square = x;
    u32 rest = power;
    while (true) {
        if ((rest & 1) != 0) {
            result = kiln::saturating_mul_i8(result, square);
        }
        rest >>= 1;
        if (rest == 0) {
            break;
        }
        square = kiln::saturating_mul_i8(square, square);
    }
    return result;
}

__device__ __forceinline__ i8 wrapping_abs_i8(i8 x) {
    return kiln::int_abs(x);
}

__device__ __forceinline__ u32 ilog2_i8(i8 x) {
    return 31 - kiln::leading_zeros((u32)kiln::int_max(x, (i8)1));
}

__device__ __forceinline__ u32 ilog10_i8(i8 x) {
    const i32 n = (i32)x;
    return (u32)(n >= 10) + (u32)(n >= 100);
}

__device__ __forceinline__ i8 unbounded_shl_i8(i8 x, u32 amount) {
    return amount < 8 ? (i8)((u32)x << (amount & 7)) : 0;
}

__device__ __forceinline__ i8 unbounded_shr_i8(i8 x, u32 amount) {
    return x >> (kiln::int_min(amount, 8u - 1) & 7);
}

__device__ __forceinline__ i8 to_be_i8(i8 x) {
    return kiln::swap_bytes(x);
}

__device__ __forceinline__ i8 from_be_i8(i8 x) {
    return kiln::swap_bytes(x);
}

__device__ __forceinline__ i8 warp_sum_i8(i8 value) {
    const u32 active = __activemask();
    i8 value_1;
    if (active == 4294967295u) {
        const i8 other = kiln::lane_xor(value, 16u);
        const i8 of_2 = (i8)((u32)value + other);
        const i8 other_1 = kiln::lane_xor(of_2, 8u);
        const i8 of_4 = (i8)((u32)of_2 + other_1);
        const i8 other_2 = kiln::lane_xor(of_4, 4u);
        const i8 of_8 = (i8)((u32)of_4 + other_2);
        const i8 other_3 = kiln::lane_xor(of_8, 2u);
        const i8 of_16 = (i8)((u32)of_8 + other_3);
        const i8 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = (i8)((u32)of_16 + other_4);
    } else {
        i8 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const i8 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = (i8)((u32)all + other);
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ i8 warp_min_i8(i8 value) {
    const u32 active = __activemask();
    i8 value_1;
    if (active == 4294967295u) {
        const i8 other = kiln::lane_xor(value, 16u);
        const i8 of_2 = kiln::int_min(value, other);
        const i8 other_1 = kiln::lane_xor(of_2, 8u);
        const i8 of_4 = kiln::int_min(of_2, other_1);
        const i8 other_2 = kiln::lane_xor(of_4, 4u);
        const i8 of_8 = kiln::int_min(of_4, other_2);
        const i8 other_3 = kiln::lane_xor(of_8, 2u);
        const i8 of_16 = kiln::int_min(of_8, other_3);
        const i8 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = kiln::int_min(of_16, other_4);
    } else {
        i8 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const i8 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = kiln::int_min(all, other);
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ i8 warp_max_i8(i8 value) {
    const u32 active = __activemask();
    i8 value_1;
    if (active == 4294967295u) {
        const i8 other = kiln::lane_xor(value, 16u);
        const i8 of_2 = kiln::int_max(value, other);
        const i8 other_1 = kiln::lane_xor(of_2, 8u);
        const i8 of_4 = kiln::int_max(of_2, other_1);
        const i8 other_2 = kiln::lane_xor(of_4, 4u);
        const i8 of_8 = kiln::int_max(of_4, other_2);
        const i8 other_3 = kiln::lane_xor(of_8, 2u);
        const i8 of_16 = kiln::int_max(of_8, other_3);
        const i8 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = kiln::int_max(of_16, other_4);
    } else {
        i8 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const i8 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = kiln::int_max(all, other);
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ i8 warp_and_i8(i8 value) {
    const u32 active = __activemask();
    i8 value_1;
    if (active == 4294967295u) {
        const i8 other = kiln::lane_xor(value, 16u);
        const i8 of_2 = value & other;
        const i8 other_1 = kiln::lane_xor(of_2, 8u);
        const i8 of_4 = of_2 & other_1;
        const i8 other_2 = kiln::lane_xor(of_4, 4u);
        const i8 of_8 = of_4 & other_2;
        const i8 other_3 = kiln::lane_xor(of_8, 2u);
        const i8 of_16 = of_8 & other_3;
        const i8 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 & other_4;
    } else {
        i8 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const i8 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all & other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ i8 warp_or_i8(i8 value) {
    const u32 active = __activemask();
    i8 value_1;
    if (active == 4294967295u) {
        const i8 other = kiln::lane_xor(value, 16u);
        const i8 of_2 = value | other;
        const i8 other_1 = kiln::lane_xor(of_2, 8u);
        const i8 of_4 = of_2 | other_1;
        const i8 other_2 = kiln::lane_xor(of_4, 4u);
        const i8 of_8 = of_4 | other_2;
        const i8 other_3 = kiln::lane_xor(of_8, 2u);
        const i8 of_16 = of_8 | other_3;
        const i8 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 | other_4;
    } else {
        i8 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const i8 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all | other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ i8 warp_xor_i8(i8 value) {
    const u32 active = __activemask();
    i8 value_1;
    if (active == 4294967295u) {
        const i8 other = kiln::lane_xor(value, 16u);
        const i8 of_2 = value ^ other;
        const i8 other_1 = kiln::lane_xor(of_2, 8u);
        const i8 of_4 = of_2 ^ other_1;
        const i8 other_2 = kiln::lane_xor(of_4, 4u);
        const i8 of_8 = of_4 ^ other_2;
        const i8 other_3 = kiln::lane_xor(of_8, 2u);
        const i8 of_16 = of_8 ^ other_3;
        const i8 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 ^ other_4;
    } else {
        i8 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const i8 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all ^ other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ i8 warp_inclusive_sum_i8(i8 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i8 value_2;
    if (value_1 == 4294967295u) {
        const i8 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i8 of_2 = lane >= 1 ? (i8)((u32)below + value) : value;
        const i8 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i8 of_4 = lane >= 2 ? (i8)((u32)below_1 + of_2) : of_2;
        const i8 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i8 of_8 = lane >= 4 ? (i8)((u32)below_2 + of_4) : of_4;
        const i8 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i8 of_16 = lane >= 8 ? (i8)((u32)below_3 + of_8) : of_8;
        const i8 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? (i8)((u32)below_4 + of_16) : of_16;
    } else {
        i8 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        i8 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i8 other = kiln::masked_shuffle(value, next, value_1);
            all = (i8)((u32)all + other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ i8 warp_exclusive_sum_i8(i8 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i8 value_1;
    if (active == 4294967295u) {
        const i8 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i8 of_2 = lane >= 1 ? (i8)((u32)below + value) : value;
        const i8 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i8 of_4 = lane >= 2 ? (i8)((u32)below_1 + of_2) : of_2;
        const i8 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i8 of_8 = lane >= 4 ? (i8)((u32)below_2 + of_4) : of_4;
        const i8 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i8 of_16 = lane >= 8 ? (i8)((u32)below_3 + of_8) : of_8;
        const i8 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? (i8)((u32)below_4 + of_16) : of_16;
    } else {
        i8 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        i8 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i8 other = kiln::masked_shuffle(value, next, active);
            all = (i8)((u32)all + other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const i8 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const i8 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? 0 : below_1;
}

__device__ __forceinline__ i8 warp_inclusive_min_i8(i8 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i8 value_2;
    if (value_1 == 4294967295u) {
        const i8 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i8 of_2 = lane >= 1 ? kiln::int_min(below, value) : value;
        const i8 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i8 of_4 = lane >= 2 ? kiln::int_min(below_1, of_2) : of_2;
        const i8 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i8 of_8 = lane >= 4 ? kiln::int_min(below_2, of_4) : of_4;
        const i8 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i8 of_16 = lane >= 8 ? kiln::int_min(below_3, of_8) : of_8;
        const i8 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? kiln::int_min(below_4, of_16) : of_16;
    } else {
        i8 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        i8 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i8 other = kiln::masked_shuffle(value, next, value_1);
            all = kiln::int_min(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ i8 warp_exclusive_min_i8(i8 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i8 value_1;
    if (active == 4294967295u) {
        const i8 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i8 of_2 = lane >= 1 ? kiln::int_min(below, value) : value;
        const i8 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i8 of_4 = lane >= 2 ? kiln::int_min(below_1, of_2) : of_2;
        const i8 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i8 of_8 = lane >= 4 ? kiln::int_min(below_2, of_4) : of_4;
        const i8 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i8 of_16 = lane >= 8 ? kiln::int_min(below_3, of_8) : of_8;
        const i8 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? kiln::int_min(below_4, of_16) : of_16;
    } else {
        i8 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        i8 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i8 other = kiln::masked_shuffle(value, next, active);
            all = kiln::int_min(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const i8 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const i8 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? 127 : below_1;
}

__device__ __forceinline__ i8 warp_inclusive_max_i8(i8 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i8 value_2;
    if (value_1 == 4294967295u) {
        const i8 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i8 of_2 = lane >= 1 ? kiln::int_max(below, value) : value;
        const i8 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i8 of_4 = lane >= 2 ? kiln::int_max(below_1, of_2) : of_2;
        const i8 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i8 of_8 = lane >= 4 ? kiln::int_max(below_2, of_4) : of_4;
        const i8 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i8 of_16 = lane >= 8 ? kiln::int_max(below_3, of_8) : of_8;
        const i8 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? kiln::int_max(below_4, of_16) : of_16;
    } else {
        i8 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        i8 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i8 other = kiln::masked_shuffle(value, next, value_1);
            all = kiln::int_max(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ i8 warp_exclusive_max_i8(i8 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i8 value_1;
    if (active == 4294967295u) {
        const i8 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i8 of_2 = lane >= 1 ? kiln::int_max(below, value) : value;
        const i8 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i8 of_4 = lane >= 2 ? kiln::int_max(below_1, of_2) : of_2;
        const i8 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i8 of_8 = lane >= 4 ? kiln::int_max(below_2, of_4) : of_4;
        const i8 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i8 of_16 = lane >= 8 ? kiln::int_max(below_3, of_8) : of_8;
        const i8 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? kiln::int_max(below_4, of_16) : of_16;
    } else {
        i8 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        i8 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i8 other = kiln::masked_shuffle(value, next, active);
            all = kiln::int_max(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const i8 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const i8 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? -128 : below_1;
}

struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }

    // The divisor, known to give a quotient.
    template <typename T> __device__ __forceinline__ T divisor(T a, T b, u32 site) const {
        const bool overflows = limits<T>::is_signed && a == limits<T>::min && b == (T)-1;
        if (__builtin_expect(b == 0 || overflows, 0)) kiln::fail(record, kernel, launch, site, (u64)a, (u64)b, 0, 0);
        return b;
    }

    __device__ __forceinline__ i8 int_div_euclid_i8(i8 a, i8 b, u32 site) const {
        return kiln::int_div_euclid_i8(a, divisor(a, b, site));
    }

    __device__ __forceinline__ i8 int_rem_euclid_i8(i8 a, i8 b, u32 site) const {
        return kiln::int_rem_euclid_i8(a, divisor(a, b, site));
    }
};

} // namespace kiln

extern "C" __global__ void intrinsics_i8(
    const i8* __restrict__ x, usize x_len,
    const i8* __restrict__ y, usize y_len,
    const i8* __restrict__ z, usize z_len,
    const u8* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const i8 wrapping_add = (i8)((u32)x[kiln.at(i, x_len, 2)] + y[kiln.at(i, y_len, 3)]);
    out[kiln.at(i * 67 + 0, out_len, 5)] = (u64)wrapping_add;
    const i8 wrapping_sub = kiln::narrow<i8>((u32)x[kiln.at(i, x_len, 7)] - y[kiln.at(i, y_len, 8)]);
    out[kiln.at(i * 67 + 1, out_len, 10)] = (u64)wrapping_sub;
    const i8 wrapping_mul = kiln::narrow<i8>((u32)x[kiln.at(i, x_len, 12)] * y[kiln.at(i, y_len, 13)]);
    out[kiln.at(i * 67 + 2, out_len, 15)] = (u64)wrapping_mul;
    const i8 wrapping_neg = kiln::narrow<i8>(-(u32)x[kiln.at(i, x_len, 17)]);
    out[kiln.at(i * 67 + 3, out_len, 19)] = (u64)wrapping_neg;
    const i8 wrapping_shl = (i8)((u32)x[kiln.at(i, x_len, 21)] << (n[kiln.at(i, n_len, 22)] & 7));
    out[kiln.at(i * 67 + 4, out_len, 24)] = (u64)wrapping_shl;
    const i8 wrapping_shr = (i8)(x[kiln.at(i, x_len, 26)] >> (n[kiln.at(i, n_len, 27)] & 7));
    out[kiln.at(i * 67 + 5, out_len, 29)] = (u64)wrapping_shr;
    const i8 mul_hi = kiln::mul_hi(x[kiln.at(i, x_len, 31)], y[kiln.at(i, y_len, 32)]);
    out[kiln.at(i * 67 + 6, out_len, 34)] = (u64)mul_hi;
    const i8 saturating_add = kiln::saturating_add_i8(x[kiln.at(i, x_len, 36)], y[kiln.at(i, y_len, 37)]);
    out[kiln.at(i * 67 + 7, out_len, 39)] = (u64)saturating_add;
    const i8 saturating_sub = kiln::saturating_sub_i8(x[kiln.at(i, x_len, 41)], y[kiln.at(i, y_len, 42)]);
    out[kiln.at(i * 67 + 8, out_len, 44)] = (u64)saturating_sub;
    const i8 saturating_mul = kiln::saturating_mul_i8(x[kiln.at(i, x_len, 46)], y[kiln.at(i, y_len, 47)]);
    out[kiln.at(i * 67 + 9, out_len, 49)] = (u64)saturating_mul;
    const i8 int_abs = kiln::int_abs(x[kiln.at(i, x_len, 51)]);
    out[kiln.at(i * 67 + 10, out_len, 53)] = (u64)int_abs;
    const u8 unsigned_abs = kiln::unsigned_abs_i8(x[kiln.at(i, x_len, 55)]);
    out[kiln.at(i * 67 + 11, out_len, 57)] = (u64)unsigned_abs;
    const u8 abs_diff = kiln::abs_diff(x[kiln.at(i, x_len, 59)], y[kiln.at(i, y_len, 60)]);
    out[kiln.at(i * 67 + 12, out_len, 62)] = (u64)abs_diff;
    const i8 pow_ = kiln::pow_i8(x[kiln.at(i, x_len, 64)], n[kiln.at(i, n_len, 65)]);
    out[kiln.at(i * 67 + 13, out_len, 67)] = (u64)pow_;
    const i8 wrapping_pow = kiln::wrapping_pow_i8(x[kiln.at(i, x_len, 69)], n[kiln.at(i, n_len, 70)]);
    out[kiln.at(i * 67 + 14, out_len, 72)] = (u64)wrapping_pow;
    const i8 int_signum = kiln::int_signum_i8(x[kiln.at(i, x_len, 74)]);
    out[kiln.at(i * 67 + 15, out_len, 76)] = (u64)int_signum;
    const i8 int_min = kiln::int_min(x[kiln.at(i, x_len, 78)], y[kiln.at(i, y_len, 79)]);
    out[kiln.at(i * 67 + 16, out_len, 81)] = (u64)int_min;
    const i8 int_max = kiln::int_max(x[kiln.at(i, x_len, 83)], y[kiln.at(i, y_len, 84)]);
    out[kiln.at(i * 67 + 17, out_len, 86)] = (u64)int_max;
    const i8 int_clamp = kiln::int_clamp(x[kiln.at(i, x_len, 88)], y[kiln.at(i, y_len, 89)], z[kiln.at(i, z_len, 90)]);
    out[kiln.at(i * 67 + 18, out_len, 92)] = (u64)int_clamp;
    const u32 leading_zeros = kiln::leading_zeros(x[kiln.at(i, x_len, 94)]);
    out[kiln.at(i * 67 + 19, out_len, 96)] = (u64)leading_zeros;
    const u32 trailing_zeros = kiln::trailing_zeros(x[kiln.at(i, x_len, 98)]);
    out[kiln.at(i * 67 + 20, out_len, 100)] = (u64)trailing_zeros;
    const u32 leading_ones = kiln::leading_ones_i8(x[kiln.at(i, x_len, 102)]);
    out[kiln.at(i * 67 + 21, out_len, 104)] = (u64)leading_ones;
    const u32 trailing_ones = kiln::trailing_ones_i8(x[kiln.at(i, x_len, 106)]);
    out[kiln.at(i * 67 + 22, out_len, 108)] = (u64)trailing_ones;
    const u32 count_ones = kiln::count_ones(x[kiln.at(i, x_len, 110)]);
    out[kiln.at(i * 67 + 23, out_len, 112)] = (u64)count_ones;
    const u32 count_zeros = kiln::count_zeros_i8(x[kiln.at(i, x_len, 114)]);
    out[kiln.at(i * 67 + 24, out_len, 116)] = (u64)count_zeros;
    const i8 rotate_left = kiln::rotate_left(x[kiln.at(i, x_len, 118)], n[kiln.at(i, n_len, 119)]);
    out[kiln.at(i * 67 + 25, out_len, 121)] = (u64)rotate_left;
    const i8 rotate_right = kiln::rotate_right(x[kiln.at(i, x_len, 123)], n[kiln.at(i, n_len, 124)]);
    out[kiln.at(i * 67 + 26, out_len, 126)] = (u64)rotate_right;
    const i8 swap_bytes = kiln::swap_bytes(x[kiln.at(i, x_len, 128)]);
    out[kiln.at(i * 67 + 27, out_len, 130)] = (u64)swap_bytes;
    const i8 reverse_bits = kiln::reverse_bits(x[kiln.at(i, x_len, 132)]);
    out[kiln.at(i * 67 + 28, out_len, 134)] = (u64)reverse_bits;
    const i8 int_div_euclid = kiln.int_div_euclid_i8(x[kiln.at(i, x_len, 136)], y[kiln.at(i, y_len, 137)], 138);
    out[kiln.at(i * 67 + 29, out_len, 140)] = (u64)int_div_euclid;
    const i8 int_rem_euclid = kiln.int_rem_euclid_i8(x[kiln.at(i, x_len, 142)], y[kiln.at(i, y_len, 143)], 144);
    out[kiln.at(i * 67 + 30, out_len, 146)] = (u64)int_rem_euclid;
    const bool is_positive = (x[kiln.at(i, x_len, 148)] > 0);
    out[kiln.at(i * 67 + 31, out_len, 150)] = (u64)is_positive;
    const bool is_negative = (x[kiln.at(i, x_len, 152)] < 0);
    out[kiln.at(i * 67 + 32, out_len, 154)] = (u64)is_negative;
    const i8 midpoint = kiln::midpoint_i8(x[kiln.at(i, x_len, 156)], y[kiln.at(i, y_len, 157)]);
    out[kiln.at(i * 67 + 33, out_len, 159)] = (u64)midpoint;
    const i8 saturating_neg = kiln::saturating_neg_i8(x[kiln.at(i, x_len, 161)]);
    out[kiln.at(i * 67 + 34, out_len, 163)] = (u64)saturating_neg;
    const i8 saturating_abs = kiln::saturating_abs_i8(x[kiln.at(i, x_len, 165)]);
    out[kiln.at(i * 67 + 35, out_len, 167)] = (u64)saturating_abs;
    const i8 saturating_pow = kiln::saturating_pow_i8(x[kiln.at(i, x_len, 169)], n[kiln.at(i, n_len, 170)]);
    out[kiln.at(i * 67 + 36, out_len, 172)] = (u64)saturating_pow;
    const i8 wrapping_abs = kiln::wrapping_abs_i8(x[kiln.at(i, x_len, 174)]);
    out[kiln.at(i * 67 + 37, out_len, 176)] = (u64)wrapping_abs;
    const u32 ilog2 = kiln::ilog2_i8(x[kiln.at(i, x_len, 178)]);
    out[kiln.at(i * 67 + 38, out_len, 180)] = (u64)ilog2;
    const u32 ilog10 = kiln::ilog10_i8(x[kiln.at(i, x_len, 182)]);
    out[kiln.at(i * 67 + 39, out_len, 184)] = (u64)ilog10;
    const i8 unbounded_shl = kiln::unbounded_shl_i8(x[kiln.at(i, x_len, 186)], n[kiln.at(i, n_len, 187)]);
    out[kiln.at(i * 67 + 40, out_len, 189)] = (u64)unbounded_shl;
    const i8 unbounded_shr = kiln::unbounded_shr_i8(x[kiln.at(i, x_len, 191)], n[kiln.at(i, n_len, 192)]);
    out[kiln.at(i * 67 + 41, out_len, 194)] = (u64)unbounded_shr;
    const i8 to_be = kiln::to_be_i8(x[kiln.at(i, x_len, 196)]);
    out[kiln.at(i * 67 + 42, out_len, 198)] = (u64)to_be;
    const i8 from_be = kiln::from_be_i8(x[kiln.at(i, x_len, 200)]);
    out[kiln.at(i * 67 + 43, out_len, 202)] = (u64)from_be;
    const i8 to_le = x[kiln.at(i, x_len, 204)];
    out[kiln.at(i * 67 + 44, out_len, 206)] = (u64)to_le;
    const i8 from_le = x[kiln.at(i, x_len, 208)];
    out[kiln.at(i * 67 + 45, out_len, 210)] = (u64)from_le;
    const i8 shuffle = kiln::shuffle(x[kiln.at(i, x_len, 212)], n[kiln.at(i, n_len, 213)]);
    out[kiln.at(i * 67 + 46, out_len, 215)] = (u64)shuffle;
    const i8 shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 217)], n[kiln.at(i, n_len, 218)]);
    out[kiln.at(i * 67 + 47, out_len, 220)] = (u64)shuffle_up;
    const i8 shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 222)], n[kiln.at(i, n_len, 223)]);
    out[kiln.at(i * 67 + 48, out_len, 225)] = (u64)shuffle_down;
    const i8 shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 227)], n[kiln.at(i, n_len, 228)]);
    out[kiln.at(i * 67 + 49, out_len, 230)] = (u64)shuffle_xor;
    const i8 masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 232)], n[kiln.at(i, n_len, 233)], n[kiln.at(i, n_len, 234)]);
    out[kiln.at(i * 67 + 50, out_len, 236)] = (u64)masked_shuffle;
    const i8 warp_sum = kiln::warp_sum_i8(x[kiln.at(i, x_len, 238)]);
    out[kiln.at(i * 67 + 51, out_len, 240)] = (u64)warp_sum;
    const i8 warp_min = kiln::warp_min_i8(x[kiln.at(i, x_len, 242)]);
    out[kiln.at(i * 67 + 52, out_len, 244)] = (u64)warp_min;
    const i8 warp_max = kiln::warp_max_i8(x[kiln.at(i, x_len, 246)]);
    out[kiln.at(i * 67 + 53, out_len, 248)] = (u64)warp_max;
    const i8 warp_and = kiln::warp_and_i8(x[kiln.at(i, x_len, 250)]);
    out[kiln.at(i * 67 + 54, out_len, 252)] = (u64)warp_and;
    const i8 warp_or = kiln::warp_or_i8(x[kiln.at(i, x_len, 254)]);
    out[kiln.at(i * 67 + 55, out_len, 256)] = (u64)warp_or;
    const i8 warp_xor = kiln::warp_xor_i8(x[kiln.at(i, x_len, 258)]);
    out[kiln.at(i * 67 + 56, out_len, 260)] = (u64)warp_xor;
    const i8 warp_inclusive_sum = kiln::warp_inclusive_sum_i8(x[kiln.at(i, x_len, 262)]);
    out[kiln.at(i * 67 + 57, out_len, 264)] = (u64)warp_inclusive_sum;
    const i8 warp_exclusive_sum = kiln::warp_exclusive_sum_i8(x[kiln.at(i, x_len, 266)]);
    out[kiln.at(i * 67 + 58, out_len, 268)] = (u64)warp_exclusive_sum;
    const i8 warp_inclusive_min = kiln::warp_inclusive_min_i8(x[kiln.at(i, x_len, 270)]);
    out[kiln.at(i * 67 + 59, out_len, 272)] = (u64)warp_inclusive_min;
    const i8 warp_exclusive_min = kiln::warp_exclusive_min_i8(x[kiln.at(i, x_len, 274)]);
    out[kiln.at(i * 67 + 60, out_len, 276)] = (u64)warp_exclusive_min;
    const i8 warp_inclusive_max = kiln::warp_inclusive_max_i8(x[kiln.at(i, x_len, 278)]);
    out[kiln.at(i * 67 + 61, out_len, 280)] = (u64)warp_inclusive_max;
    const i8 warp_exclusive_max = kiln::warp_exclusive_max_i8(x[kiln.at(i, x_len, 282)]);
    out[kiln.at(i * 67 + 62, out_len, 284)] = (u64)warp_exclusive_max;
    const i8 broadcast = kiln::shuffle(x[kiln.at(i, x_len, 286)], n[kiln.at(i, n_len, 287)]);
    out[kiln.at(i * 67 + 63, out_len, 289)] = (u64)broadcast;
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 291)]);
    out[kiln.at(i * 67 + 64, out_len, 293)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 295)]);
    out[kiln.at(i * 67 + 65, out_len, 297)] = (u64)match_all;
    const i8 lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 299)], n[kiln.at(i, n_len, 300)]);
    out[kiln.at(i * 67 + 66, out_len, 302)] = (u64)lane_xor;
}
