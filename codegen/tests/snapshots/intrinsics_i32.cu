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

template <typename T> __device__ __forceinline__ u32 count_zeros(T x) { return 8 * sizeof(T) - count_ones(x); }

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

template <typename T> __device__ __forceinline__ u32 ilog10(T x) {
    u32 result = 0;
    for (; x >= 10; x /= 10) ++result;
    return result;
}

template <typename T> __device__ __forceinline__ u32 leading_zeros(T x) {
    if constexpr (sizeof(T) == 8) {
        return __clzll((i64)x);
    } else {
        return __clz((i32)(unsigned_of<T>)x) - (32 - 8 * sizeof(T));
    }
}

template <typename T> __device__ __forceinline__ u32 ilog2(T x) {
    return x <= 0 ? 0 : (u32)(8 * sizeof(T)) - 1 - leading_zeros(x);
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

template <typename T> struct limits {
    static constexpr bool is_signed = (T)-1 < (T)1;
    static constexpr T max = (T)((unsigned_of<T>)-1 >> (is_signed ? 1 : 0));
    static constexpr T min = is_signed ? (T)~max : (T)0;
};

template <typename T> __device__ __forceinline__ T int_div_euclid(T a, T b) {
    const T quotient = a / b;
    if constexpr (limits<T>::is_signed) {
        if (a % b < 0) return (T)(b > 0 ? quotient - 1 : quotient + 1);
    }
    return quotient;
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

template <typename T> __device__ __forceinline__ T int_rem_euclid(T a, T b) {
    const T remainder = a % b;
    if constexpr (limits<T>::is_signed) {
        if (remainder < 0) return (T)(b < 0 ? remainder - b : remainder + b);
    }
    return remainder;
}

template <typename T> __device__ __forceinline__ T int_signum(T x) { return (T)((x > 0) - (x < 0)); }

template <typename T> __device__ __forceinline__ T lane_xor(T value, u32 bits) {
    if constexpr (sizeof(T) < 4) {
        const unsigned_of<T> own = reinterpret_cast<const unsigned_of<T>&>(value);
        const unsigned_of<T> other = (unsigned_of<T>)__shfl_xor_sync(0xffffffffu, (u32)own, (i32)bits);
        return reinterpret_cast<const T&>(other);
    } else {
        return __shfl_xor_sync(0xffffffffu, value, (i32)bits);
    }
}

template <typename T> __device__ __forceinline__ u32 leading_ones(T x) { return leading_zeros((T)~x); }

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

template <typename T> __device__ __forceinline__ T midpoint(T a, T b) {
    const T floor = (T)((a & b) + ((a ^ b) >> 1));
    if constexpr (limits<T>::is_signed) {
        if (floor < 0 && ((a ^ b) & 1)) return (T)(floor + 1);
    }
    return floor;
}

// A negation that ptxas (13.0 at least) does not know to be one: of `max(x, max(y, -z))`, and of the minimum likewise, it
// makes one instruction for three numbers, which has no place for the sign (`VIMNMX3`), and forgets it. What is known to
// be a negation becomes a magnitude too, and that of the least integer is then taken for negative. Of an empty `asm`, of
// differences and of complements it knows; bytes that are chosen in their order it leaves as they are. So it does the
// bits of a table with one input (`lop3`), but it falls over one that is compared with zero where a branch begins.
__device__ __forceinline__ u32 negated(u32 x) {
    u32 result;
    asm("prmt.b32 %0, %1, 0, 0x3210;" : "=r"(result) : "r"(-x));
    return result;
}

template <typename T> __device__ __forceinline__ T pow(T x, u32 power) {
    u64 result = 1;
    for (u64 square = (u64)x; power != 0; power >>= 1, square *= square)
        if (power & 1) result *= square;
    return (T)result;
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

template <typename T> __device__ __forceinline__ T saturating_neg(T x) {
    return x == limits<T>::min ? limits<T>::max : (T)-x;
}

template <typename T> __device__ __forceinline__ T saturating_abs(T x) { return x < 0 ? saturating_neg(x) : x; }

template <typename T> __device__ __forceinline__ T saturate(i64 x) {
    return x < (i64)limits<T>::min ? limits<T>::min : x > (i64)limits<T>::max ? limits<T>::max : (T)x;
}

template <typename T> __device__ __forceinline__ T saturating_add(T a, T b) {
    if constexpr (sizeof(T) < 8) {
        return saturate<T>((i64)a + (i64)b);
    } else if constexpr (limits<T>::is_signed) {
        const T sum = (T)((u64)a + (u64)b);
        return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? limits<T>::min : limits<T>::max) : sum;
    } else {
        const T sum = a + b;
        return sum < a ? limits<T>::max : sum;
    }
}

template <typename T> __device__ __forceinline__ T saturating_mul(T a, T b) {
    if constexpr (limits<T>::is_signed && sizeof(T) < 8) {
        return saturate<T>((i64)a * (i64)b);
    } else if constexpr (limits<T>::is_signed) {
        const T product = (T)((u64)a * (u64)b);
        if (__mul64hi(a, b) == product >> 63) return product;
        return (a ^ b) < 0 ? limits<T>::min : limits<T>::max;
    } else if constexpr (sizeof(T) < 8) {
        const u64 product = (u64)a * b;
        return product > limits<T>::max ? limits<T>::max : (T)product;
    } else {
        return __umul64hi(a, b) != 0 ? limits<T>::max : a * b;
    }
}

template <typename T> __device__ __forceinline__ T saturating_pow(T x, u32 power) {
    T result = 1;
    for (;; x = saturating_mul(x, x)) {
        if (power & 1) result = saturating_mul(result, x);
        power >>= 1;
        if (power == 0) return result;
    }
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

template <typename T> __device__ __forceinline__ u32 trailing_ones(T x) { return trailing_zeros((T)~x); }

template <typename T> __device__ __forceinline__ T unbounded_shl(T x, u32 amount) {
    return amount < 8 * sizeof(T) ? (T)((unsigned_of<T>)x << amount) : (T)0;
}

template <typename T> __device__ __forceinline__ T unbounded_shr(T x, u32 amount) {
    const u32 last = 8 * sizeof(T) - 1;
    if constexpr (limits<T>::is_signed) return (T)(x >> (amount < last ? amount : last));
    else return amount <= last ? (T)(x >> amount) : (T)0;
}

template <typename T> __device__ __forceinline__ unsigned_of<T> unsigned_abs(T x) { return magnitude(x); }

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

template <typename T> __device__ __forceinline__ T warp_max(T value) {
    return warp_reduce(value, [](T a, T b) { return greatest(a, b); });
}

template <typename T> __device__ __forceinline__ T warp_min(T value) {
    return warp_reduce(value, [](T a, T b) { return least(a, b); });
}

template <typename T> __device__ __forceinline__ T warp_or(T value) {
    return warp_reduce(value, [](T a, T b) { return (T)(a | b); });
}

template <typename T> __device__ __forceinline__ T warp_sum(T value) {
    return warp_reduce(value, [](T a, T b) { return wrapping_add(a, b); });
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

    // The divisor, known to give a quotient.
    template <typename T> __device__ __forceinline__ T divisor(T a, T b, u32 site) const {
        const bool overflows = limits<T>::is_signed && a == limits<T>::min && b == (T)-1;
        if (__builtin_expect(b == 0 || overflows, 0)) kiln::fail(record, kernel, launch, site, (u64)a, (u64)b, 0, 0);
        return b;
    }

    template <typename T> __device__ __forceinline__ T int_div_euclid(T a, T b, u32 site) const {
        return kiln::int_div_euclid(a, divisor(a, b, site));
    }

    template <typename T> __device__ __forceinline__ T int_rem_euclid(T a, T b, u32 site) const {
        return kiln::int_rem_euclid(a, divisor(a, b, site));
    }
};

} // namespace kiln

extern "C" __global__ void intrinsics_i32(
    const i32* __restrict__ x, usize x_len,
    const i32* __restrict__ y, usize y_len,
    const i32* __restrict__ z, usize z_len,
    const u32* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const i32 wrapping_add = (i32)((u32)x[kiln.at(i, x_len, 2)] + y[kiln.at(i, y_len, 3)]);
    out[kiln.at(i * 66 + 0, out_len, 5)] = (u64)wrapping_add;
    const i32 wrapping_sub = (i32)((u32)x[kiln.at(i, x_len, 7)] - y[kiln.at(i, y_len, 8)]);
    out[kiln.at(i * 66 + 1, out_len, 10)] = (u64)wrapping_sub;
    const i32 wrapping_mul = (i32)((u32)x[kiln.at(i, x_len, 12)] * y[kiln.at(i, y_len, 13)]);
    out[kiln.at(i * 66 + 2, out_len, 15)] = (u64)wrapping_mul;
    const i32 wrapping_neg = (i32)kiln::negated((u32)x[kiln.at(i, x_len, 17)]);
    out[kiln.at(i * 66 + 3, out_len, 19)] = (u64)wrapping_neg;
    const i32 wrapping_shl = (i32)((u32)x[kiln.at(i, x_len, 21)] << (n[kiln.at(i, n_len, 22)] & 31));
    out[kiln.at(i * 66 + 4, out_len, 24)] = (u64)wrapping_shl;
    const i32 wrapping_shr = x[kiln.at(i, x_len, 26)] >> (n[kiln.at(i, n_len, 27)] & 31);
    out[kiln.at(i * 66 + 5, out_len, 29)] = (u64)wrapping_shr;
    const i32 saturating_add = kiln::saturating_add(x[kiln.at(i, x_len, 31)], y[kiln.at(i, y_len, 32)]);
    out[kiln.at(i * 66 + 6, out_len, 34)] = (u64)saturating_add;
    const i32 saturating_sub = kiln::saturating_sub(x[kiln.at(i, x_len, 36)], y[kiln.at(i, y_len, 37)]);
    out[kiln.at(i * 66 + 7, out_len, 39)] = (u64)saturating_sub;
    const i32 saturating_mul = kiln::saturating_mul(x[kiln.at(i, x_len, 41)], y[kiln.at(i, y_len, 42)]);
    out[kiln.at(i * 66 + 8, out_len, 44)] = (u64)saturating_mul;
    const i32 int_abs = kiln::int_abs(x[kiln.at(i, x_len, 46)]);
    out[kiln.at(i * 66 + 9, out_len, 48)] = (u64)int_abs;
    const u32 unsigned_abs = kiln::unsigned_abs(x[kiln.at(i, x_len, 50)]);
    out[kiln.at(i * 66 + 10, out_len, 52)] = (u64)unsigned_abs;
    const u32 abs_diff = kiln::abs_diff(x[kiln.at(i, x_len, 54)], y[kiln.at(i, y_len, 55)]);
    out[kiln.at(i * 66 + 11, out_len, 57)] = (u64)abs_diff;
    const i32 pow_ = kiln::pow(x[kiln.at(i, x_len, 59)], n[kiln.at(i, n_len, 60)]);
    out[kiln.at(i * 66 + 12, out_len, 62)] = (u64)pow_;
    const i32 wrapping_pow = kiln::pow(x[kiln.at(i, x_len, 64)], n[kiln.at(i, n_len, 65)]);
    out[kiln.at(i * 66 + 13, out_len, 67)] = (u64)wrapping_pow;
    const i32 int_signum = kiln::int_signum(x[kiln.at(i, x_len, 69)]);
    out[kiln.at(i * 66 + 14, out_len, 71)] = (u64)int_signum;
    const i32 int_min = kiln::int_min(x[kiln.at(i, x_len, 73)], y[kiln.at(i, y_len, 74)]);
    out[kiln.at(i * 66 + 15, out_len, 76)] = (u64)int_min;
    const i32 int_max = kiln::int_max(x[kiln.at(i, x_len, 78)], y[kiln.at(i, y_len, 79)]);
    out[kiln.at(i * 66 + 16, out_len, 81)] = (u64)int_max;
    const i32 int_clamp = kiln::int_clamp(x[kiln.at(i, x_len, 83)], y[kiln.at(i, y_len, 84)], z[kiln.at(i, z_len, 85)]);
    out[kiln.at(i * 66 + 17, out_len, 87)] = (u64)int_clamp;
    const u32 leading_zeros = kiln::leading_zeros(x[kiln.at(i, x_len, 89)]);
    out[kiln.at(i * 66 + 18, out_len, 91)] = (u64)leading_zeros;
    const u32 trailing_zeros = kiln::trailing_zeros(x[kiln.at(i, x_len, 93)]);
    out[kiln.at(i * 66 + 19, out_len, 95)] = (u64)trailing_zeros;
    const u32 leading_ones = kiln::leading_ones(x[kiln.at(i, x_len, 97)]);
    out[kiln.at(i * 66 + 20, out_len, 99)] = (u64)leading_ones;
    const u32 trailing_ones = kiln::trailing_ones(x[kiln.at(i, x_len, 101)]);
    out[kiln.at(i * 66 + 21, out_len, 103)] = (u64)trailing_ones;
    const u32 count_ones = kiln::count_ones(x[kiln.at(i, x_len, 105)]);
    out[kiln.at(i * 66 + 22, out_len, 107)] = (u64)count_ones;
    const u32 count_zeros = kiln::count_zeros(x[kiln.at(i, x_len, 109)]);
    out[kiln.at(i * 66 + 23, out_len, 111)] = (u64)count_zeros;
    const i32 rotate_left = kiln::rotate_left(x[kiln.at(i, x_len, 113)], n[kiln.at(i, n_len, 114)]);
    out[kiln.at(i * 66 + 24, out_len, 116)] = (u64)rotate_left;
    const i32 rotate_right = kiln::rotate_right(x[kiln.at(i, x_len, 118)], n[kiln.at(i, n_len, 119)]);
    out[kiln.at(i * 66 + 25, out_len, 121)] = (u64)rotate_right;
    const i32 swap_bytes = kiln::swap_bytes(x[kiln.at(i, x_len, 123)]);
    out[kiln.at(i * 66 + 26, out_len, 125)] = (u64)swap_bytes;
    const i32 reverse_bits = kiln::reverse_bits(x[kiln.at(i, x_len, 127)]);
    out[kiln.at(i * 66 + 27, out_len, 129)] = (u64)reverse_bits;
    const i32 int_div_euclid = kiln.int_div_euclid(x[kiln.at(i, x_len, 131)], y[kiln.at(i, y_len, 132)], 133);
    out[kiln.at(i * 66 + 28, out_len, 135)] = (u64)int_div_euclid;
    const i32 int_rem_euclid = kiln.int_rem_euclid(x[kiln.at(i, x_len, 137)], y[kiln.at(i, y_len, 138)], 139);
    out[kiln.at(i * 66 + 29, out_len, 141)] = (u64)int_rem_euclid;
    const bool is_positive = (x[kiln.at(i, x_len, 143)] > 0);
    out[kiln.at(i * 66 + 30, out_len, 145)] = (u64)is_positive;
    const bool is_negative = (x[kiln.at(i, x_len, 147)] < 0);
    out[kiln.at(i * 66 + 31, out_len, 149)] = (u64)is_negative;
    const i32 midpoint = kiln::midpoint(x[kiln.at(i, x_len, 151)], y[kiln.at(i, y_len, 152)]);
    out[kiln.at(i * 66 + 32, out_len, 154)] = (u64)midpoint;
    const i32 saturating_neg = kiln::saturating_neg(x[kiln.at(i, x_len, 156)]);
    out[kiln.at(i * 66 + 33, out_len, 158)] = (u64)saturating_neg;
    const i32 saturating_abs = kiln::saturating_abs(x[kiln.at(i, x_len, 160)]);
    out[kiln.at(i * 66 + 34, out_len, 162)] = (u64)saturating_abs;
    const i32 saturating_pow = kiln::saturating_pow(x[kiln.at(i, x_len, 164)], n[kiln.at(i, n_len, 165)]);
    out[kiln.at(i * 66 + 35, out_len, 167)] = (u64)saturating_pow;
    const i32 wrapping_abs = kiln::int_abs(x[kiln.at(i, x_len, 169)]);
    out[kiln.at(i * 66 + 36, out_len, 171)] = (u64)wrapping_abs;
    const u32 ilog2 = kiln::ilog2(x[kiln.at(i, x_len, 173)]);
    out[kiln.at(i * 66 + 37, out_len, 175)] = (u64)ilog2;
    const u32 ilog10 = kiln::ilog10(x[kiln.at(i, x_len, 177)]);
    out[kiln.at(i * 66 + 38, out_len, 179)] = (u64)ilog10;
    const i32 unbounded_shl = kiln::unbounded_shl(x[kiln.at(i, x_len, 181)], n[kiln.at(i, n_len, 182)]);
    out[kiln.at(i * 66 + 39, out_len, 184)] = (u64)unbounded_shl;
    const i32 unbounded_shr = kiln::unbounded_shr(x[kiln.at(i, x_len, 186)], n[kiln.at(i, n_len, 187)]);
    out[kiln.at(i * 66 + 40, out_len, 189)] = (u64)unbounded_shr;
    const i32 to_be = kiln::swap_bytes(x[kiln.at(i, x_len, 191)]);
    out[kiln.at(i * 66 + 41, out_len, 193)] = (u64)to_be;
    const i32 from_be = kiln::swap_bytes(x[kiln.at(i, x_len, 195)]);
    out[kiln.at(i * 66 + 42, out_len, 197)] = (u64)from_be;
    const i32 to_le = x[kiln.at(i, x_len, 199)];
    out[kiln.at(i * 66 + 43, out_len, 201)] = (u64)to_le;
    const i32 from_le = x[kiln.at(i, x_len, 203)];
    out[kiln.at(i * 66 + 44, out_len, 205)] = (u64)from_le;
    const i32 shuffle = kiln::shuffle(x[kiln.at(i, x_len, 207)], n[kiln.at(i, n_len, 208)]);
    out[kiln.at(i * 66 + 45, out_len, 210)] = (u64)shuffle;
    const i32 shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 212)], n[kiln.at(i, n_len, 213)]);
    out[kiln.at(i * 66 + 46, out_len, 215)] = (u64)shuffle_up;
    const i32 shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 217)], n[kiln.at(i, n_len, 218)]);
    out[kiln.at(i * 66 + 47, out_len, 220)] = (u64)shuffle_down;
    const i32 shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 222)], n[kiln.at(i, n_len, 223)]);
    out[kiln.at(i * 66 + 48, out_len, 225)] = (u64)shuffle_xor;
    const i32 masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 227)], n[kiln.at(i, n_len, 228)], n[kiln.at(i, n_len, 229)]);
    out[kiln.at(i * 66 + 49, out_len, 231)] = (u64)masked_shuffle;
    const i32 warp_sum = kiln::warp_sum(x[kiln.at(i, x_len, 233)]);
    out[kiln.at(i * 66 + 50, out_len, 235)] = (u64)warp_sum;
    const i32 warp_min = kiln::warp_min(x[kiln.at(i, x_len, 237)]);
    out[kiln.at(i * 66 + 51, out_len, 239)] = (u64)warp_min;
    const i32 warp_max = kiln::warp_max(x[kiln.at(i, x_len, 241)]);
    out[kiln.at(i * 66 + 52, out_len, 243)] = (u64)warp_max;
    const i32 warp_and = kiln::warp_and(x[kiln.at(i, x_len, 245)]);
    out[kiln.at(i * 66 + 53, out_len, 247)] = (u64)warp_and;
    const i32 warp_or = kiln::warp_or(x[kiln.at(i, x_len, 249)]);
    out[kiln.at(i * 66 + 54, out_len, 251)] = (u64)warp_or;
    const i32 warp_xor = kiln::warp_xor(x[kiln.at(i, x_len, 253)]);
    out[kiln.at(i * 66 + 55, out_len, 255)] = (u64)warp_xor;
    const i32 warp_inclusive_sum = kiln::warp_inclusive_sum(x[kiln.at(i, x_len, 257)]);
    out[kiln.at(i * 66 + 56, out_len, 259)] = (u64)warp_inclusive_sum;
    const i32 warp_exclusive_sum = kiln::warp_exclusive_sum(x[kiln.at(i, x_len, 261)]);
    out[kiln.at(i * 66 + 57, out_len, 263)] = (u64)warp_exclusive_sum;
    const i32 warp_inclusive_min = kiln::warp_inclusive_min(x[kiln.at(i, x_len, 265)]);
    out[kiln.at(i * 66 + 58, out_len, 267)] = (u64)warp_inclusive_min;
    const i32 warp_exclusive_min = kiln::warp_exclusive_min(x[kiln.at(i, x_len, 269)]);
    out[kiln.at(i * 66 + 59, out_len, 271)] = (u64)warp_exclusive_min;
    const i32 warp_inclusive_max = kiln::warp_inclusive_max(x[kiln.at(i, x_len, 273)]);
    out[kiln.at(i * 66 + 60, out_len, 275)] = (u64)warp_inclusive_max;
    const i32 warp_exclusive_max = kiln::warp_exclusive_max(x[kiln.at(i, x_len, 277)]);
    out[kiln.at(i * 66 + 61, out_len, 279)] = (u64)warp_exclusive_max;
    const i32 broadcast = kiln::shuffle(x[kiln.at(i, x_len, 281)], n[kiln.at(i, n_len, 282)]);
    out[kiln.at(i * 66 + 62, out_len, 284)] = (u64)broadcast;
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 286)]);
    out[kiln.at(i * 66 + 63, out_len, 288)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 290)]);
    out[kiln.at(i * 66 + 64, out_len, 292)] = (u64)match_all;
    const i32 lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 294)], n[kiln.at(i, n_len, 295)]);
    out[kiln.at(i * 66 + 65, out_len, 297)] = (u64)lane_xor;
}
