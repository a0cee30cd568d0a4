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

template <typename T> __device__ __forceinline__ T saturate(i64 x) {
    return x < (i64)limits<T>::min ? limits<T>::min : x > (i64)limits<T>::max ? limits<T>::max : (T)x;
}

// A float as an integer, as Rust casts: toward zero, saturating, NaN to zero.
template <typename T> __device__ __forceinline__ T to(float x) {
    if (x != x) return 0;
    if constexpr (sizeof(T) < 4) return saturate<T>(__float2int_rz(x));
    else if constexpr (sizeof(T) == 4) return limits<T>::is_signed ? (T)__float2int_rz(x) : (T)__float2uint_rz(x);
    else return limits<T>::is_signed ? (T)__float2ll_rz(x) : (T)__float2ull_rz(x);
}
template <typename T> __device__ __forceinline__ T to(double x) {
    if (x != x) return 0;
    if constexpr (sizeof(T) < 4) return saturate<T>(__double2int_rz(x));
    else if constexpr (sizeof(T) == 4) return limits<T>::is_signed ? (T)__double2int_rz(x) : (T)__double2uint_rz(x);
    else return limits<T>::is_signed ? (T)__double2ll_rz(x) : (T)__double2ull_rz(x);
}

template <typename T> __device__ __forceinline__ u32 trailing_zeros(T x) {
    if constexpr (sizeof(T) == 8) {
        return x == 0 ? 64 : __ffsll((i64)x) - 1;
    } else {
        return x == 0 ? 8 * sizeof(T) : __ffs((i32)x) - 1;
    }
}

__device__ __forceinline__ u64 saturating_add_u64(u64 a, u64 b) {
    const u64 sum = a + b;
    return sum < a ? 18446744073709551615ull : sum;
}

__device__ __forceinline__ u64 saturating_sub_u64(u64 a, u64 b) {
    return kiln::int_max(a, b) - b;
}

__device__ __forceinline__ u64 saturating_mul_u64(u64 a, u64 b) {
    const u64 product = a * b;
    const u64 upper = kiln::mul_hi(a, b);
    return upper == 0 ? product : 18446744073709551615ull;
}

__device__ __forceinline__ u64 pow_u64(u64 x, u32 exponent) {
    u64 result = 1;
    u64 square = x;
    u32 rest = exponent;
    while (rest != 0) {
        if ((rest & 1) != 0) {
            result *= square;
        }
        square *= square;
        rest >>= 1;
    }
    return result;
}

__device__ __forceinline__ u64 wrapping_pow_u64(u64 x, u32 exponent) {
    u64 result = 1;
    u64 square = x;
    u32 rest = exponent;
    while (rest != 0) {
        if ((rest & 1) != 0) {
            result *= square;
        }
        square *= square;
        rest >>= 1;
    }
    return result;
}

__device__ __forceinline__ u32 leading_ones_u64(u64 x) {
    return kiln::leading_zeros(~x);
}

__device__ __forceinline__ u32 trailing_ones_u64(u64 x) {
    return kiln::trailing_zeros(~x);
}

__device__ __forceinline__ u32 count_zeros_u64(u64 x) {
    return kiln::count_ones(~x);
}

__device__ __forceinline__ bool is_power_of_two_u64(u64 x) {
    return kiln::count_ones(x) == 1;
}

__device__ __forceinline__ u64 next_power_of_two_u64(u64 x) {
    return x <= 1 ? 1 : (18446744073709551615ull >> (kiln::leading_zeros(x - 1) & 63)) + 1;
}

__device__ __forceinline__ u64 div_ceil_u64(u64 a, u64 b) {
    const u64 quotient = a / b;
    return quotient * b == a ? quotient : quotient + 1;
}

__device__ __forceinline__ u64 int_div_euclid_u64(u64 a, u64 b) {
    return a / b;
}

__device__ __forceinline__ u64 int_rem_euclid_u64(u64 a, u64 b) {
    return a % b;
}

__device__ __forceinline__ u64 next_multiple_of_u64(u64 x, u64 multiple) {
    const u64 remainder = x % multiple;
    return remainder == 0 ? x : x + (multiple - remainder);
}

__device__ __forceinline__ u64 isqrt_u64(u64 x) {
    const u64 n = x;
    const u64 root = kiln::int_min(kiln::to<u64>(sqrt((double)n)), 4294967295ull);
    const u64 square = root * root;
    return square > n ? root - 1 : n - square > 2 * root ? root + 1 : root;
}

__device__ __forceinline__ u64 midpoint_u64(u64 a, u64 b) {
    return (a & b) + ((a ^ b) >> 1);
}

__device__ __forceinline__ u64 saturating_pow_u64(u64 x, u32 power) {
    u64 result = 1;
    u64 square = x;
    u32 rest = power;
    while (true) {
        if ((rest & 1) != 0) {
            result = kiln::saturating_mul_u64(result, square);
        }
        rest >>= 1;
        if (rest == 0) {
            break;
        }
        square = kiln::saturating_mul_u64(square, square);
    }
    return result;
}

__device__ __forceinline__ u32 ilog2_u64(u64 x) {
    return 63 - kiln::leading_zeros(kiln::int_max(x, 1ull));
}

__device__ __forceinline__ u32 ilog10_u64(u64 x) {
    const u64 n = kiln::int_max(x, 0ull);
    const bool long_ = n >= 10000000000ull;
    const u64 first = long_ ? n / 10000000000ull : n;
    const u32 x_1 = (u32)kiln::int_min(first, 4294967295ull);
    const u32 few = (u32)(x_1 >= 10) + (u32)(x_1 >= 100) + (u32)(x_1 >= 1000) + (u32)(x_1 >= 10000);
    const u32 many = (u32)(x_1 >= 100000) + (u32)(x_1 >= 1000000) + (u32)(x_1 >= 10000000);
    const u32 result = few + many + (u32)(x_1 >= 100000000) + (u32)(x_1 >= 1000000000);
    return result + (long_ ? 10u : 0u);
}

__device__ __forceinline__ bool is_multiple_of_u64(u64 a, u64 b) {
    return b == 0 ? a == 0 : a % b == 0;
}

__device__ __forceinline__ u64 unbounded_shl_u64(u64 x, u32 amount) {
    return amount < 64 ? x << (amount & 63) : 0;
}

__device__ __forceinline__ u64 unbounded_shr_u64(u64 x, u32 amount) {
    return amount < 64 ? x >> (amount & 63) : 0;
}

__device__ __forceinline__ u64 to_be_u64(u64 x) {
    return kiln::swap_bytes(x);
}

__device__ __forceinline__ u64 from_be_u64(u64 x) {
    return kiln::swap_bytes(x);
}

__device__ __forceinline__ u64 warp_sum_u64(u64 value) {
    const u32 active = __activemask();
    u64 value_1;
    if (active == 4294967295u) {
        const u64 other = kiln::lane_xor(value, 16u);
        const u64 of_2 = value + other;
        const u64 other_1 = kiln::lane_xor(of_2, 8u);
        const u64 of_4 = of_2 + other_1;
        const u64 other_2 = kiln::lane_xor(of_4, 4u);
        const u64 of_8 = of_4 + other_2;
        const u64 other_3 = kiln::lane_xor(of_8, 2u);
        const u64 of_16 = of_8 + other_3;
        const u64 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 + other_4;
    } else {
        u64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u64 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all + other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ u64 warp_min_u64(u64 value) {
    const u32 active = __activemask();
    u64 value_1;
    if (active == 4294967295u) {
        const u64 other = kiln::lane_xor(value, 16u);
        const u64 of_2 = kiln::int_min(value, other);
        const u64 other_1 = kiln::lane_xor(of_2, 8u);
        const u64 of_4 = kiln::int_min(of_2, other_1);
        const u64 other_2 = kiln::lane_xor(of_4, 4u);
        const u64 of_8 = kiln::int_min(of_4, other_2);
        const u64 other_3 = kiln::lane_xor(of_8, 2u);
        const u64 of_16 = kiln::int_min(of_8, other_3);
        const u64 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = kiln::int_min(of_16, other_4);
    } else {
        u64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u64 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = kiln::int_min(all, other);
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ u64 warp_max_u64(u64 value) {
    const u32 active = __activemask();
    u64 value_1;
    if (active == 4294967295u) {
        const u64 other = kiln::lane_xor(value, 16u);
        const u64 of_2 = kiln::int_max(value, other);
        const u64 other_1 = kiln::lane_xor(of_2, 8u);
        const u64 of_4 = kiln::int_max(of_2, other_1);
        const u64 other_2 = kiln::lane_xor(of_4, 4u);
        const u64 of_8 = kiln::int_max(of_4, other_2);
        const u64 other_3 = kiln::lane_xor(of_8, 2u);
        const u64 of_16 = kiln::int_max(of_8, other_3);
        const u64 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = kiln::int_max(of_16, other_4);
    } else {
        u64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u64 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = kiln::int_max(all, other);
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ u64 warp_and_u64(u64 value) {
    const u32 active = __activemask();
    u64 value_1;
    if (active == 4294967295u) {
        const u64 other = kiln::lane_xor(value, 16u);
        const u64 of_2 = value & other;
        const u64 other_1 = kiln::lane_xor(of_2, 8u);
        const u64 of_4 = of_2 & other_1;
        const u64 other_2 = kiln::lane_xor(of_4, 4u);
        const u64 of_8 = of_4 & other_2;
        const u64 other_3 = kiln::lane_xor(of_8, 2u);
        const u64 of_16 = of_8 & other_3;
        const u64 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 & other_4;
    } else {
        u64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u64 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all & other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ u64 warp_or_u64(u64 value) {
    const u32 active = __activemask();
    u64 value_1;
    if (active == 4294967295u) {
        const u64 other = kiln::lane_xor(value, 16u);
        const u64 of_2 = value | other;
        const u64 other_1 = kiln::lane_xor(of_2, 8u);
        const u64 of_4 = of_2 | other_1;
        const u64 other_2 = kiln::lane_xor(of_4, 4u);
        const u64 of_8 = of_4 | other_2;
        const u64 other_3 = kiln::lane_xor(of_8, 2u);
        const u64 of_16 = of_8 | other_3;
        const u64 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 | other_4;
    } else {
        u64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u64 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all | other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ u64 warp_xor_u64(u64 value) {
    const u32 active = __activemask();
    u64 value_1;
    if (active == 4294967295u) {
        const u64 other = kiln::lane_xor(value, 16u);
        const u64 of_2 = value ^ other;
        const u64 other_1 = kiln::lane_xor(of_2, 8u);
        const u64 of_4 = of_2 ^ other_1;
        const u64 other_2 = kiln::lane_xor(of_4, 4u);
        const u64 of_8 = of_4 ^ other_2;
        const u64 other_3 = kiln::lane_xor(of_8, 2u);
        const u64 of_16 = of_8 ^ other_3;
        const u64 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 ^ other_4;
    } else {
        u64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u64 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all ^ other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ u64 warp_inclusive_sum_u64(u64 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    u64 value_2;
    if (value_1 == 4294967295u) {
        const u64 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const u64 of_2 = lane >= 1 ? below + value : value;
        const u64 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const u64 of_4 = lane >= 2 ? below_1 + of_2 : of_2;
        const u64 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const u64 of_8 = lane >= 4 ? below_2 + of_4 : of_4;
        const u64 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const u64 of_16 = lane >= 8 ? below_3 + of_8 : of_8;
        const u64 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? below_4 + of_16 : of_16;
    } else {
        u64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        u64 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const u64 other = kiln::masked_shuffle(value, next, value_1);
            all = all + other;
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ u64 warp_exclusive_sum_u64(u64 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    u64 value_1;
    if (active == 4294967295u) {
        const u64 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const u64 of_2 = lane >= 1 ? below + value : value;
        const u64 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const u64 of_4 = lane >= 2 ? below_1 + of_2 : of_2;
        const u64 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const u64 of_8 = lane >= 4 ? below_2 + of_4 : of_4;
        const u64 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const u64 of_16 = lane >= 8 ? below_3 + of_8 : of_8;
        const u64 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? below_4 + of_16 : of_16;
    } else {
        u64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u64 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const u64 other = kiln::masked_shuffle(value, next, active);
            all = all + other;
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const u64 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const u64 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? 0 : below_1;
}

__device__ __forceinline__ u64 warp_inclusive_min_u64(u64 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    u64 value_2;
    if (value_1 == 4294967295u) {
        const u64 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const u64 of_2 = lane >= 1 ? kiln::int_min(below, value) : value;
        const u64 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const u64 of_4 = lane >= 2 ? kiln::int_min(below_1, of_2) : of_2;
        const u64 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const u64 of_8 = lane >= 4 ? kiln::int_min(below_2, of_4) : of_4;
        const u64 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const u64 of_16 = lane >= 8 ? kiln::int_min(below_3, of_8) : of_8;
        const u64 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? kiln::int_min(below_4, of_16) : of_16;
    } else {
        u64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        u64 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const u64 other = kiln::masked_shuffle(value, next, value_1);
            all = kiln::int_min(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ u64 warp_exclusive_min_u64(u64 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    u64 value_1;
    if (active == 4294967295u) {
        const u64 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const u64 of_2 = lane >= 1 ? kiln::int_min(below, value) : value;
        const u64 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const u64 of_4 = lane >= 2 ? kiln::int_min(below_1, of_2) : of_2;
        const u64 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const u64 of_8 = lane >= 4 ? kiln::int_min(below_2, of_4) : of_4;
        const u64 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const u64 of_16 = lane >= 8 ? kiln::int_min(below_3, of_8) : of_8;
        const u64 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? kiln::int_min(below_4, of_16) : of_16;
    } else {
        u64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u64 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const u64 other = kiln::masked_shuffle(value, next, active);
            all = kiln::int_min(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const u64 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const u64 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? 18446744073709551615ull : below_1;
}

__device__ __forceinline__ u64 warp_inclusive_max_u64(u64 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    u64 value_2;
    if (value_1 == 4294967295u) {
        const u64 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const u64 of_2 = lane >= 1 ? kiln::int_max(below, value) : value;
        const u64 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const u64 of_4 = lane >= 2 ? kiln::int_max(below_1, of_2) : of_2;
        const u64 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const u64 of_8 = lane >= 4 ? kiln::int_max(below_2, of_4) : of_4;
        const u64 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const u64 of_16 = lane >= 8 ? kiln::int_max(below_3, of_8) : of_8;
        const u64 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? kiln::int_max(below_4, of_16) : of_16;
    } else {
        u64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        u64 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const u64 other = kiln::masked_shuffle(value, next, value_1);
            all = kiln::int_max(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ u64 warp_exclusive_max_u64(u64 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    u64 value_1;
    if (active == 4294967295u) {
        const u64 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const u64 of_2 = lane >= 1 ? kiln::int_max(below, value) : value;
        const u64 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const u64 of_4 = lane >= 2 ? kiln::int_max(below_1, of_2) : of_2;
        const u64 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const u64 of_8 = lane >= 4 ? kiln::int_max(below_2, of_4) : of_4;
        const u64 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const u64 of_16 = lane >= 8 ? kiln::int_max(below_3, of_8) : of_8;
        const u64 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? kiln::int_max(below_4, of_16) : of_16;
    } else {
        u64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u64 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const u64 other = kiln::masked_shuffle(value, next, active);
            all = kiln::int_max(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const u64 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const u64 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? 0 : below_1;
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

    __device__ __forceinline__ u64 div_ceil_u64(u64 a, u64 b, u32 site) const {
        return kiln::div_ceil_u64(a, divisor(a, b, site));
    }

    __device__ __forceinline__ u64 int_div_euclid_u64(u64 a, u64 b, u32 site) const {
        return kiln::int_div_euclid_u64(a, divisor(a, b, site));
    }

    __device__ __forceinline__ u64 int_rem_euclid_u64(u64 a, u64 b, u32 site) const {
        return kiln::int_rem_euclid_u64(a, divisor(a, b, site));
    }

    __device__ __forceinline__ u64 next_multiple_of_u64(u64 a, u64 b, u32 site) const {
        return kiln::next_multiple_of_u64(a, divisor(a, b, site));
    }
};

} // namespace kiln

extern "C" __global__ void intrinsics_u64(
    const u64* __restrict__ x, usize x_len,
    const u64* __restrict__ y, usize y_len,
    const u64* __restrict__ z, usize z_len,
    const u64* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const u64 wrapping_add = x[kiln.at(i, x_len, 2)] + y[kiln.at(i, y_len, 3)];
    out[kiln.at(i * 65 + 0, out_len, 5)] = wrapping_add;
    const u64 wrapping_sub = x[kiln.at(i, x_len, 7)] - y[kiln.at(i, y_len, 8)];
    out[kiln.at(i * 65 + 1, out_len, 10)] = wrapping_sub;
    const u64 wrapping_mul = x[kiln.at(i, x_len, 12)] * y[kiln.at(i, y_len, 13)];
    out[kiln.at(i * 65 + 2, out_len, 15)] = wrapping_mul;
    const u64 wrapping_neg = -x[kiln.at(i, x_len, 17)];
    out[kiln.at(i * 65 + 3, out_len, 19)] = wrapping_neg;
    const u64 wrapping_shl = x[kiln.at(i, x_len, 21)] << (n[kiln.at(i, n_len, 22)] & 63);
    out[kiln.at(i * 65 + 4, out_len, 24)] = wrapping_shl;
    const u64 wrapping_shr = x[kiln.at(i, x_len, 26)] >> (n[kiln.at(i, n_len, 27)] & 63);
    out[kiln.at(i * 65 + 5, out_len, 29)] = wrapping_shr;
    const u64 mul_hi = kiln::mul_hi(x[kiln.at(i, x_len, 31)], y[kiln.at(i, y_len, 32)]);
    out[kiln.at(i * 65 + 6, out_len, 34)] = mul_hi;
    const u64 saturating_add = kiln::saturating_add_u64(x[kiln.at(i, x_len, 36)], y[kiln.at(i, y_len, 37)]);
    out[kiln.at(i * 65 + 7, out_len, 39)] = saturating_add;
    const u64 saturating_sub = kiln::saturating_sub_u64(x[kiln.at(i, x_len, 41)], y[kiln.at(i, y_len, 42)]);
    out[kiln.at(i * 65 + 8, out_len, 44)] = saturating_sub;
    const u64 saturating_mul = kiln::saturating_mul_u64(x[kiln.at(i, x_len, 46)], y[kiln.at(i, y_len, 47)]);
    out[kiln.at(i * 65 + 9, out_len, 49)] = saturating_mul;
    const u64 abs_diff = kiln::abs_diff(x[kiln.at(i, x_len, 51)], y[kiln.at(i, y_len, 52)]);
    out[kiln.at(i * 65 + 10, out_len, 54)] = abs_diff;
    const u64 pow_ = kiln::pow_u64(x[kiln.at(i, x_len, 56)], n[kiln.at(i, n_len, 57)]);
    out[kiln.at(i * 65 + 11, out_len, 59)] = pow_;
    const u64 wrapping_pow = kiln::wrapping_pow_u64(x[kiln.at(i, x_len, 61)], n[kiln.at(i, n_len, 62)]);
    out[kiln.at(i * 65 + 12, out_len, 64)] = wrapping_pow;
    const u64 int_min = kiln::int_min(x[kiln.at(i, x_len, 66)], y[kiln.at(i, y_len, 67)]);
    out[kiln.at(i * 65 + 13, out_len, 69)] = int_min;
    const u64 int_max = kiln::int_max(x[kiln.at(i, x_len, 71)], y[kiln.at(i, y_len, 72)]);
    out[kiln.at(i * 65 + 14, out_len, 74)] = int_max;
    const u64 int_clamp = kiln::int_clamp(x[kiln.at(i, x_len, 76)], y[kiln.at(i, y_len, 77)], z[kiln.at(i, z_len, 78)]);
    out[kiln.at(i * 65 + 15, out_len, 80)] = int_clamp;
    const u32 leading_zeros = kiln::leading_zeros(x[kiln.at(i, x_len, 82)]);
    out[kiln.at(i * 65 + 16, out_len, 84)] = (u64)leading_zeros;
    const u32 trailing_zeros = kiln::trailing_zeros(x[kiln.at(i, x_len, 86)]);
    out[kiln.at(i * 65 + 17, out_len, 88)] = (u64)trailing_zeros;
    const u32 leading_ones = kiln::leading_ones_u64(x[kiln.at(i, x_len, 90)]);
    out[kiln.at(i * 65 + 18, out_len, 92)] = (u64)leading_ones;
    const u32 trailing_ones = kiln::trailing_ones_u64(x[kiln.at(i, x_len, 94)]);
    out[kiln.at(i * 65 + 19, out_len, 96)] = (u64)trailing_ones;
    const u32 count_ones = kiln::count_ones(x[kiln.at(i, x_len, 98)]);
    out[kiln.at(i * 65 + 20, out_len, 100)] = (u64)count_ones;
    const u32 count_zeros = kiln::count_zeros_u64(x[kiln.at(i, x_len, 102)]);
    out[kiln.at(i * 65 + 21, out_len, 104)] = (u64)count_zeros;
    const u64 rotate_left = kiln::rotate_left(x[kiln.at(i, x_len, 106)], n[kiln.at(i, n_len, 107)]);
    out[kiln.at(i * 65 + 22, out_len, 109)] = rotate_left;
    const u64 rotate_right = kiln::rotate_right(x[kiln.at(i, x_len, 111)], n[kiln.at(i, n_len, 112)]);
    out[kiln.at(i * 65 + 23, out_len, 114)] = rotate_right;
    const u64 swap_bytes = kiln::swap_bytes(x[kiln.at(i, x_len, 116)]);
    out[kiln.at(i * 65 + 24, out_len, 118)] = swap_bytes;
    const u64 reverse_bits = kiln::reverse_bits(x[kiln.at(i, x_len, 120)]);
    out[kiln.at(i * 65 + 25, out_len, 122)] = reverse_bits;
    const bool is_power_of_two = kiln::is_power_of_two_u64(x[kiln.at(i, x_len, 124)]);
    out[kiln.at(i * 65 + 26, out_len, 126)] = (u64)is_power_of_two;
    const u64 next_power_of_two = kiln::next_power_of_two_u64(x[kiln.at(i, x_len, 128)]);
    out[kiln.at(i * 65 + 27, out_len, 130)] = next_power_of_two;
    const u64 div_ceil = kiln.div_ceil_u64(x[kiln.at(i, x_len, 132)], y[kiln.at(i, y_len, 133)], 134);
    out[kiln.at(i * 65 + 28, out_len, 136)] = div_ceil;
    const u64 int_div_euclid = kiln.int_div_euclid_u64(x[kiln.at(i, x_len, 138)], y[kiln.at(i, y_len, 139)], 140);
    out[kiln.at(i * 65 + 29, out_len, 142)] = int_div_euclid;
    const u64 int_rem_euclid = kiln.int_rem_euclid_u64(x[kiln.at(i, x_len, 144)], y[kiln.at(i, y_len, 145)], 146);
    out[kiln.at(i * 65 + 30, out_len, 148)] = int_rem_euclid;
    const u64 next_multiple_of = kiln.next_multiple_of_u64(x[kiln.at(i, x_len, 150)], y[kiln.at(i, y_len, 151)], 152);
    out[kiln.at(i * 65 + 31, out_len, 154)] = next_multiple_of;
    const u64 isqrt = kiln::isqrt_u64(x[kiln.at(i, x_len, 156)]);
    out[kiln.at(i * 65 + 32, out_len, 158)] = isqrt;
    const u64 midpoint = kiln::midpoint_u64(x[kiln.at(i, x_len, 160)], y[kiln.at(i, y_len, 161)]);
    out[kiln.at(i * 65 + 33, out_len, 163)] = midpoint;
    const u64 saturating_pow = kiln::saturating_pow_u64(x[kiln.at(i, x_len, 165)], n[kiln.at(i, n_len, 166)]);
    out[kiln.at(i * 65 + 34, out_len, 168)] = saturating_pow;
    const u32 ilog2 = kiln::ilog2_u64(x[kiln.at(i, x_len, 170)]);
    out[kiln.at(i * 65 + 35, out_len, 172)] = (u64)ilog2;
    const u32 ilog10 = kiln::ilog10_u64(x[kiln.at(i, x_len, 174)]);
    out[kiln.at(i * 65 + 36, out_len, 176)] = (u64)ilog10;
    const bool is_multiple_of = kiln::is_multiple_of_u64(x[kiln.at(i, x_len, 178)], y[kiln.at(i, y_len, 179)]);
    out[kiln.at(i * 65 + 37, out_len, 181)] = (u64)is_multiple_of;
    const u64 unbounded_shl = kiln::unbounded_shl_u64(x[kiln.at(i, x_len, 183)], n[kiln.at(i, n_len, 184)]);
    out[kiln.at(i * 65 + 38, out_len, 186)] = unbounded_shl;
    const u64 unbounded_shr = kiln::unbounded_shr_u64(x[kiln.at(i, x_len, 188)], n[kiln.at(i, n_len, 189)]);
    out[kiln.at(i * 65 + 39, out_len, 191)] = unbounded_shr;
    const u64 to_be = kiln::to_be_u64(x[kiln.at(i, x_len, 193)]);
    out[kiln.at(i * 65 + 40, out_len, 195)] = to_be;
    const u64 from_be = kiln::from_be_u64(x[kiln.at(i, x_len, 197)]);
    out[kiln.at(i * 65 + 41, out_len, 199)] = from_be;
    const u64 to_le = x[kiln.at(i, x_len, 201)];
    out[kiln.at(i * 65 + 42, out_len, 203)] = to_le;
    const u64 from_le = x[kiln.at(i, x_len, 205)];
    out[kiln.at(i * 65 + 43, out_len, 207)] = from_le;
    const u64 shuffle = kiln::shuffle(x[kiln.at(i, x_len, 209)], n[kiln.at(i, n_len, 210)]);
    out[kiln.at(i * 65 + 44, out_len, 212)] = shuffle;
    const u64 shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 214)], n[kiln.at(i, n_len, 215)]);
    out[kiln.at(i * 65 + 45, out_len, 217)] = shuffle_up;
    const u64 shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 219)], n[kiln.at(i, n_len, 220)]);
    out[kiln.at(i * 65 + 46, out_len, 222)] = shuffle_down;
    const u64 shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 224)], n[kiln.at(i, n_len, 225)]);
    out[kiln.at(i * 65 + 47, out_len, 227)] = shuffle_xor;
    const u64 masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 229)], n[kiln.at(i, n_len, 230)], n[kiln.at(i, n_len, 231)]);
    out[kiln.at(i * 65 + 48, out_len, 233)] = masked_shuffle;
    const u64 warp_sum = kiln::warp_sum_u64(x[kiln.at(i, x_len, 235)]);
    out[kiln.at(i * 65 + 49, out_len, 237)] = warp_sum;
    const u64 warp_min = kiln::warp_min_u64(x[kiln.at(i, x_len, 239)]);
    out[kiln.at(i * 65 + 50, out_len, 241)] = warp_min;
    const u64 warp_max = kiln::warp_max_u64(x[kiln.at(i, x_len, 243)]);
    out[kiln.at(i * 65 + 51, out_len, 245)] = warp_max;
    const u64 warp_and = kiln::warp_and_u64(x[kiln.at(i, x_len, 247)]);
    out[kiln.at(i * 65 + 52, out_len, 249)] = warp_and;
    const u64 warp_or = kiln::warp_or_u64(x[kiln.at(i, x_len, 251)]);
    out[kiln.at(i * 65 + 53, out_len, 253)] = warp_or;
    const u64 warp_xor = kiln::warp_xor_u64(x[kiln.at(i, x_len, 255)]);
    out[kiln.at(i * 65 + 54, out_len, 257)] = warp_xor;
    const u64 warp_inclusive_sum = kiln::warp_inclusive_sum_u64(x[kiln.at(i, x_len, 259)]);
    out[kiln.at(i * 65 + 55, out_len, 261)] = warp_inclusive_sum;
    const u64 warp_exclusive_sum = kiln::warp_exclusive_sum_u64(x[kiln.at(i, x_len, 263)]);
    out[kiln.at(i * 65 + 56, out_len, 265)] = warp_exclusive_sum;
    const u64 warp_inclusive_min = kiln::warp_inclusive_min_u64(x[kiln.at(i, x_len, 267)]);
    out[kiln.at(i * 65 + 57, out_len, 269)] = warp_inclusive_min;
    const u64 warp_exclusive_min = kiln::warp_exclusive_min_u64(x[kiln.at(i, x_len, 271)]);
    out[kiln.at(i * 65 + 58, out_len, 273)] = warp_exclusive_min;
    const u64 warp_inclusive_max = kiln::warp_inclusive_max_u64(x[kiln.at(i, x_len, 275)]);
    out[kiln.at(i * 65 + 59, out_len, 277)] = warp_inclusive_max;
    const u64 warp_exclusive_max = kiln::warp_exclusive_max_u64(x[kiln.at(i, x_len, 279)]);
    out[kiln.at(i * 65 + 60, out_len, 281)] = warp_exclusive_max;
    const u64 broadcast = kiln::shuffle(x[kiln.at(i, x_len, 283)], n[kiln.at(i, n_len, 284)]);
    out[kiln.at(i * 65 + 61, out_len, 286)] = broadcast;
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 288)]);
    out[kiln.at(i * 65 + 62, out_len, 290)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 292)]);
    out[kiln.at(i * 65 + 63, out_len, 294)] = (u64)match_all;
    const u64 lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 296)], n[kiln.at(i, n_len, 297)]);
    out[kiln.at(i * 65 + 64, out_len, 299)] = lane_xor;
}
