typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// A 16-bit float in memory; it computes as a float and is rounded once. The bits are moved once more, since ptxas (13.0 at least)
// stores the lower byte of what it knows for a float as that float made an integer.
struct f16 {
    u16 bits;

    f16() = default;
    __device__ __forceinline__ explicit f16(float x) { asm("{.reg .b16 h; cvt.rn.f16.f32 h, %1; mov.b16 %0, h;}" : "=h"(bits) : "f"(x)); }
    __device__ __forceinline__ explicit f16(double x) { asm("{.reg .b16 h; cvt.rn.f16.f64 h, %1; mov.b16 %0, h;}" : "=h"(bits) : "d"(x)); }
    __device__ __forceinline__ explicit operator float() const {
        float x;
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
        return x;
    }
};

__device__ __forceinline__ f16 operator+(f16 a, f16 b) { return f16((float)a + (float)b); }
__device__ __forceinline__ f16 operator-(f16 a, f16 b) { return f16((float)a - (float)b); }
__device__ __forceinline__ f16 operator*(f16 a, f16 b) { return f16((float)a * (float)b); }
__device__ __forceinline__ f16 operator/(f16 a, f16 b) { return f16((float)a / (float)b); }
__device__ __forceinline__ bool operator==(f16 a, f16 b) { return (float)a == (float)b; }
__device__ __forceinline__ bool operator!=(f16 a, f16 b) { return (float)a != (float)b; }
__device__ __forceinline__ bool operator<(f16 a, f16 b) { return (float)a < (float)b; }
__device__ __forceinline__ bool operator<=(f16 a, f16 b) { return (float)a <= (float)b; }
__device__ __forceinline__ bool operator>(f16 a, f16 b) { return (float)a > (float)b; }
__device__ __forceinline__ bool operator>=(f16 a, f16 b) { return (float)a >= (float)b; }
__device__ __forceinline__ f16 operator-(f16 a) {
    a.bits ^= 0x8000;
    return a;
}


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

template <typename T> __device__ __forceinline__ T from_bits(u16 bits) {
    T x;
    x.bits = bits;
    return x;
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

__device__ __forceinline__ float fract_f32(float x) {
    return x - truncf(x);
}

__device__ __forceinline__ float float_signum_f32(float x) {
    return x != x ? x : copysignf(1.0f, x);
}

__device__ __forceinline__ float float_div_euclid_f32(float a, float b) {
    const float quotient = truncf(a / b);
    const float away = b > 0.0f ? quotient - 1.0f : quotient + 1.0f;
    return fmodf(a, b) < kiln::hidden(0.0f) ? away : quotient;
}

__device__ __forceinline__ float float_rem_euclid_f32(float a, float b) {
    const float remainder = fmodf(a, b);
    return remainder < kiln::hidden(0.0f) ? remainder + fabsf(b) : remainder;
}

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

__device__ __forceinline__ float log_f32(float x, float base) {
    return logf(x) / logf(base);
}

__device__ __forceinline__ float recip_f32(float x) {
    return 1.0f / x;
}

__device__ __forceinline__ float to_degrees_f32(float x) {
    return x * 57.29578f;
}

__device__ __forceinline__ float to_radians_f32(float x) {
    return x * (3.1415927f / 180.0f);
}

__device__ __forceinline__ float float_midpoint_f32(float a, float b) {
    return (float)(((double)a + (double)b) * 0.5);
}

__device__ __forceinline__ float float_clamp_f32(float x, float low, float high) {
    return x < kiln::hidden(low) ? low : x > kiln::hidden(high) ? high : x;
}

__device__ __forceinline__ bool is_nan_f32(float x) {
    return x != x;
}

__device__ __forceinline__ bool is_infinite_f32(float x) {
    return fabsf(x) == __uint_as_float(0x7f800000u);
}

__device__ __forceinline__ bool is_finite_f32(float x) {
    return fabsf(x) < __uint_as_float(0x7f800000u);
}

__device__ __forceinline__ bool is_normal_f16(f16 x) {
    const u16 all = (u16)~(u16)0 >> 1;
    const u16 magnitude = x.bits & all;
    return magnitude >= (u16)1024 && magnitude < (u16)31744;
}

__device__ __forceinline__ bool is_subnormal_f16(f16 x) {
    const u16 all = (u16)~(u16)0 >> 1;
    const u16 magnitude = x.bits & all;
    return magnitude != 0 && magnitude < (u16)1024;
}

__device__ __forceinline__ bool is_sign_positive_f16(f16 x) {
    return x.bits >> (16u - 1 & 15) == 0;
}

__device__ __forceinline__ bool is_sign_negative_f16(f16 x) {
    return x.bits >> (16u - 1 & 15) != 0;
}

__device__ __forceinline__ f16 warp_sum_f16(f16 value) {
    const u32 active = __activemask();
    f16 value_1;
    if (active == 4294967295u) {
        const f16 other = kiln::lane_xor(value, 16u);
        const f16 of_2 = value + other;
        const f16 other_1 = kiln::lane_xor(of_2, 8u);
        const f16 of_4 = of_2 + other_1;
        const f16 other_2 = kiln::lane_xor(of_4, 4u);
        const f16 of_8 = of_4 + other_2;
        const f16 other_3 = kiln::lane_xor(of_8, 2u);
        const f16 of_16 = of_8 + other_3;
        const f16 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = of_16 + other_4;
    } else {
        f16 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const f16 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = all + other;
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ f16 warp_min_f16(f16 value) {
    const u32 active = __activemask();
    f16 value_1;
    if (active == 4294967295u) {
        const f16 other = kiln::lane_xor(value, 16u);
        const f16 of_2 = f16(fminf((float)value, (float)other));
        const f16 other_1 = kiln::lane_xor(of_2, 8u);
        const f16 of_4 = f16(fminf((float)of_2, (float)other_1));
        const f16 other_2 = kiln::lane_xor(of_4, 4u);
        const f16 of_8 = f16(fminf((float)of_4, (float)other_2));
        const f16 other_3 = kiln::lane_xor(of_8, 2u);
        const f16 of_16 = f16(fminf((float)of_8, (float)other_3));
        const f16 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = f16(fminf((float)of_16, (float)other_4));
    } else {
        f16 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const f16 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = f16(fminf((float)all, (float)other));
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ f16 warp_max_f16(f16 value) {
    const u32 active = __activemask();
    f16 value_1;
    if (active == 4294967295u) {
        const f16 other = kiln::lane_xor(value, 16u);
        const f16 of_2 = f16(fmaxf((float)value, (float)other));
        const f16 other_1 = kiln::lane_xor(of_2, 8u);
        const f16 of_4 = f16(fmaxf((float)of_2, (float)other_1));
        const f16 other_2 = kiln::lane_xor(of_4, 4u);
        const f16 of_8 = f16(fmaxf((float)of_4, (float)other_2));
        const f16 other_3 = kiln::lane_xor(of_8, 2u);
        const f16 of_16 = f16(fmaxf((float)of_8, (float)other_3));
        const f16 other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = f16(fmaxf((float)of_16, (float)other_4));
    } else {
        f16 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const f16 other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = f16(fmaxf((float)all, (float)other));
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ f16 warp_inclusive_sum_f16(f16 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    f16 value_2;
    if (value_1 == 4294967295u) {
        const f16 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const f16 of_2 = lane >= 1 ? below + value : value;
        const f16 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const f16 of_4 = lane >= 2 ? below_1 + of_2 : of_2;
        const f16 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const f16 of_8 = lane >= 4 ? below_2 + of_4 : of_4;
        const f16 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const f16 of_16 = lane >= 8 ? below_3 + of_8 : of_8;
        const f16 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? below_4 + of_16 : of_16;
    } else {
        f16 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        f16 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const f16 other = kiln::masked_shuffle(value, next, value_1);
            all = all + other;
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ f16 warp_exclusive_sum_f16(f16 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    f16 value_1;
    if (active == 4294967295u) {
        const f16 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const f16 of_2 = lane >= 1 ? below + value : value;
        const f16 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const f16 of_4 = lane >= 2 ? below_1 + of_2 : of_2;
        const f16 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const f16 of_8 = lane >= 4 ? below_2 + of_4 : of_4;
        const f16 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const f16 of_16 = lane >= 8 ? below_3 + of_8 : of_8;
        const f16 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? below_4 + of_16 : of_16;
    } else {
        f16 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        f16 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const f16 other = kiln::masked_shuffle(value, next, active);
            all = all + other;
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const f16 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const f16 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? f16(0.0f) : below_1;
}

__device__ __forceinline__ f16 warp_inclusive_min_f16(f16 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    f16 value_2;
    if (value_1 == 4294967295u) {
        const f16 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const f16 of_2 = lane >= 1 ? f16(fminf((float)below, (float)value)) : value;
        const f16 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const f16 of_4 = lane >= 2 ? f16(fminf((float)below_1, (float)of_2)) : of_2;
        const f16 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const f16 of_8 = lane >= 4 ? f16(fminf((float)below_2, (float)of_4)) : of_4;
        const f16 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const f16 of_16 = lane >= 8 ? f16(fminf((float)below_3, (float)of_8)) : of_8;
        const f16 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? f16(fminf((float)below_4, (float)of_16)) : of_16;
    } else {
        f16 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        f16 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const f16 other = kiln::masked_shuffle(value, next, value_1);
            all = f16(fminf((float)all, (float)other));
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ f16 warp_exclusive_min_f16(f16 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    f16 value_1;
    if (active == 4294967295u) {
        const f16 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const f16 of_2 = lane >= 1 ? f16(fminf((float)below, (float)value)) : value;
        const f16 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const f16 of_4 = lane >= 2 ? f16(fminf((float)below_1, (float)of_2)) : of_2;
        const f16 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const f16 of_8 = lane >= 4 ? f16(fminf((float)below_2, (float)of_4)) : of_4;
        const f16 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const f16 of_16 = lane >= 8 ? f16(fminf((float)below_3, (float)of_8)) : of_8;
        const f16 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? f16(fminf((float)below_4, (float)of_16)) : of_16;
    } else {
        f16 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        f16 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const f16 other = kiln::masked_shuffle(value, next, active);
            all = f16(fminf((float)all, (float)other));
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const f16 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const f16 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? f16(__uint_as_float(0x7f800000u)) : below_1;
}

__device__ __forceinline__ f16 warp_inclusive_max_f16(f16 value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    f16 value_2;
    if (value_1 == 4294967295u) {
        const f16 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const f16 of_2 = lane >= 1 ? f16(fmaxf((float)below, (float)value)) : value;
        const f16 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const f16 of_4 = lane >= 2 ? f16(fmaxf((float)below_1, (float)of_2)) : of_2;
        const f16 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const f16 of_8 = lane >= 4 ? f16(fmaxf((float)below_2, (float)of_4)) : of_4;
        const f16 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const f16 of_16 = lane >= 8 ? f16(fmaxf((float)below_3, (float)of_8)) : of_8;
        const f16 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? f16(fmaxf((float)below_4, (float)of_16)) : of_16;
    } else {
        f16 all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        f16 own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const f16 other = kiln::masked_shuffle(value, next, value_1);
            all = f16(fmaxf((float)all, (float)other));
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
}

__device__ __forceinline__ f16 warp_exclusive_max_f16(f16 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    f16 value_1;
    if (active == 4294967295u) {
        const f16 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const f16 of_2 = lane >= 1 ? f16(fmaxf((float)below, (float)value)) : value;
        const f16 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const f16 of_4 = lane >= 2 ? f16(fmaxf((float)below_1, (float)of_2)) : of_2;
        const f16 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const f16 of_8 = lane >= 4 ? f16(fmaxf((float)below_2, (float)of_4)) : of_4;
        const f16 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const f16 of_16 = lane >= 8 ? f16(fmaxf((float)below_3, (float)of_8)) : of_8;
        const f16 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? f16(fmaxf((float)below_4, (float)of_16)) : of_16;
    } else {
        f16 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        f16 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const f16 other = kiln::masked_shuffle(value, next, active);
            all = f16(fmaxf((float)all, (float)other));
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const f16 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const f16 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? f16(__uint_as_float(0xff800000u)) : below_1;
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

extern "C" __global__ void intrinsics_f16(
    const f16* __restrict__ x, usize x_len,
    const f16* __restrict__ y, usize y_len,
    const f16* __restrict__ z, usize z_len,
    const u16* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const f16 floor_ = f16(floorf((float)x[kiln.at(i, x_len, 2)]));
    out[kiln.at(i * 75 + 0, out_len, 4)] = (u64)floor_.bits;
    const f16 ceil_ = f16(ceilf((float)x[kiln.at(i, x_len, 6)]));
    out[kiln.at(i * 75 + 1, out_len, 8)] = (u64)ceil_.bits;
    const f16 round_ = f16(roundf((float)x[kiln.at(i, x_len, 10)]));
    out[kiln.at(i * 75 + 2, out_len, 12)] = (u64)round_.bits;
    const f16 round_ties_even = f16(rintf((float)x[kiln.at(i, x_len, 14)]));
    out[kiln.at(i * 75 + 3, out_len, 16)] = (u64)round_ties_even.bits;
    const f16 trunc_ = f16(truncf((float)x[kiln.at(i, x_len, 18)]));
    out[kiln.at(i * 75 + 4, out_len, 20)] = (u64)trunc_.bits;
    const f16 fract = f16(kiln::fract_f32((float)x[kiln.at(i, x_len, 22)]));
    out[kiln.at(i * 75 + 5, out_len, 24)] = (u64)fract.bits;
    const f16 float_abs = f16(fabsf((float)x[kiln.at(i, x_len, 26)]));
    out[kiln.at(i * 75 + 6, out_len, 28)] = (u64)float_abs.bits;
    const f16 float_signum = f16(kiln::float_signum_f32((float)x[kiln.at(i, x_len, 30)]));
    out[kiln.at(i * 75 + 7, out_len, 32)] = (u64)float_signum.bits;
    const f16 copysign_ = f16(copysignf((float)x[kiln.at(i, x_len, 34)], (float)y[kiln.at(i, y_len, 35)]));
    out[kiln.at(i * 75 + 8, out_len, 37)] = (u64)copysign_.bits;
    const f16 mul_add = f16(fmaf((float)x[kiln.at(i, x_len, 39)], (float)y[kiln.at(i, y_len, 40)], (float)z[kiln.at(i, z_len, 41)]));
    out[kiln.at(i * 75 + 9, out_len, 43)] = (u64)mul_add.bits;
    const f16 float_div_euclid = f16(kiln::float_div_euclid_f32((float)x[kiln.at(i, x_len, 45)], (float)y[kiln.at(i, y_len, 46)]));
    out[kiln.at(i * 75 + 10, out_len, 48)] = (u64)float_div_euclid.bits;
    const f16 float_rem_euclid = f16(kiln::float_rem_euclid_f32((float)x[kiln.at(i, x_len, 50)], (float)y[kiln.at(i, y_len, 51)]));
    out[kiln.at(i * 75 + 11, out_len, 53)] = (u64)float_rem_euclid.bits;
    const f16 powi = f16(kiln::powi_f32((float)x[kiln.at(i, x_len, 55)], power[kiln.at(i, power_len, 56)]));
    out[kiln.at(i * 75 + 12, out_len, 58)] = (u64)powi.bits;
    const f16 powf_ = f16(powf((float)x[kiln.at(i, x_len, 60)], (float)y[kiln.at(i, y_len, 61)]));
    out[kiln.at(i * 75 + 13, out_len, 63)] = (u64)powf_.bits;
    const f16 sqrt_ = f16(sqrtf((float)x[kiln.at(i, x_len, 65)]));
    out[kiln.at(i * 75 + 14, out_len, 67)] = (u64)sqrt_.bits;
    const f16 rsqrt_ = f16(rsqrtf((float)x[kiln.at(i, x_len, 69)]));
    out[kiln.at(i * 75 + 15, out_len, 71)] = (u64)rsqrt_.bits;
    const f16 exp_ = f16(expf((float)x[kiln.at(i, x_len, 73)]));
    out[kiln.at(i * 75 + 16, out_len, 75)] = (u64)exp_.bits;
    const f16 exp2_ = f16(exp2f((float)x[kiln.at(i, x_len, 77)]));
    out[kiln.at(i * 75 + 17, out_len, 79)] = (u64)exp2_.bits;
    const f16 exp_m1 = f16(expm1f((float)x[kiln.at(i, x_len, 81)]));
    out[kiln.at(i * 75 + 18, out_len, 83)] = (u64)exp_m1.bits;
    const f16 ln = f16(logf((float)x[kiln.at(i, x_len, 85)]));
    out[kiln.at(i * 75 + 19, out_len, 87)] = (u64)ln.bits;
    const f16 log_ = f16(kiln::log_f32((float)x[kiln.at(i, x_len, 89)], (float)y[kiln.at(i, y_len, 90)]));
    out[kiln.at(i * 75 + 20, out_len, 92)] = (u64)log_.bits;
    const f16 log2_ = f16(log2f((float)x[kiln.at(i, x_len, 94)]));
    out[kiln.at(i * 75 + 21, out_len, 96)] = (u64)log2_.bits;
    const f16 log10_ = f16(log10f((float)x[kiln.at(i, x_len, 98)]));
    out[kiln.at(i * 75 + 22, out_len, 100)] = (u64)log10_.bits;
    const f16 ln_1p = f16(log1pf((float)x[kiln.at(i, x_len, 102)]));
    out[kiln.at(i * 75 + 23, out_len, 104)] = (u64)ln_1p.bits;
    const f16 erf_ = f16(erff((float)x[kiln.at(i, x_len, 106)]));
    out[kiln.at(i * 75 + 24, out_len, 108)] = (u64)erf_.bits;
    const f16 erfc_ = f16(erfcf((float)x[kiln.at(i, x_len, 110)]));
    out[kiln.at(i * 75 + 25, out_len, 112)] = (u64)erfc_.bits;
    const f16 cbrt_ = f16(cbrtf((float)x[kiln.at(i, x_len, 114)]));
    out[kiln.at(i * 75 + 26, out_len, 116)] = (u64)cbrt_.bits;
    const f16 hypot_ = f16(hypotf((float)x[kiln.at(i, x_len, 118)], (float)y[kiln.at(i, y_len, 119)]));
    out[kiln.at(i * 75 + 27, out_len, 121)] = (u64)hypot_.bits;
    const f16 sin_ = f16(sinf((float)x[kiln.at(i, x_len, 123)]));
    out[kiln.at(i * 75 + 28, out_len, 125)] = (u64)sin_.bits;
    const f16 cos_ = f16(cosf((float)x[kiln.at(i, x_len, 127)]));
    out[kiln.at(i * 75 + 29, out_len, 129)] = (u64)cos_.bits;
    const f16 tan_ = f16(tanf((float)x[kiln.at(i, x_len, 131)]));
    out[kiln.at(i * 75 + 30, out_len, 133)] = (u64)tan_.bits;
    const f16 asin_ = f16(asinf((float)x[kiln.at(i, x_len, 135)]));
    out[kiln.at(i * 75 + 31, out_len, 137)] = (u64)asin_.bits;
    const f16 acos_ = f16(acosf((float)x[kiln.at(i, x_len, 139)]));
    out[kiln.at(i * 75 + 32, out_len, 141)] = (u64)acos_.bits;
    const f16 atan_ = f16(atanf((float)x[kiln.at(i, x_len, 143)]));
    out[kiln.at(i * 75 + 33, out_len, 145)] = (u64)atan_.bits;
    const f16 atan2_ = f16(atan2f((float)x[kiln.at(i, x_len, 147)], (float)y[kiln.at(i, y_len, 148)]));
    out[kiln.at(i * 75 + 34, out_len, 150)] = (u64)atan2_.bits;
    const f16 sinh_ = f16(sinhf((float)x[kiln.at(i, x_len, 152)]));
    out[kiln.at(i * 75 + 35, out_len, 154)] = (u64)sinh_.bits;
    const f16 cosh_ = f16(coshf((float)x[kiln.at(i, x_len, 156)]));
    out[kiln.at(i * 75 + 36, out_len, 158)] = (u64)cosh_.bits;
    const f16 tanh_ = f16(tanhf((float)x[kiln.at(i, x_len, 160)]));
    out[kiln.at(i * 75 + 37, out_len, 162)] = (u64)tanh_.bits;
    const f16 asinh_ = f16(asinhf((float)x[kiln.at(i, x_len, 164)]));
    out[kiln.at(i * 75 + 38, out_len, 166)] = (u64)asinh_.bits;
    const f16 acosh_ = f16(acoshf((float)x[kiln.at(i, x_len, 168)]));
    out[kiln.at(i * 75 + 39, out_len, 170)] = (u64)acosh_.bits;
    const f16 atanh_ = f16(atanhf((float)x[kiln.at(i, x_len, 172)]));
    out[kiln.at(i * 75 + 40, out_len, 174)] = (u64)atanh_.bits;
    const f16 recip = f16(kiln::recip_f32((float)x[kiln.at(i, x_len, 176)]));
    out[kiln.at(i * 75 + 41, out_len, 178)] = (u64)recip.bits;
    const f16 to_degrees = f16(kiln::to_degrees_f32((float)x[kiln.at(i, x_len, 180)]));
    out[kiln.at(i * 75 + 42, out_len, 182)] = (u64)to_degrees.bits;
    const f16 to_radians = f16(kiln::to_radians_f32((float)x[kiln.at(i, x_len, 184)]));
    out[kiln.at(i * 75 + 43, out_len, 186)] = (u64)to_radians.bits;
    const f16 float_midpoint = f16(kiln::float_midpoint_f32((float)x[kiln.at(i, x_len, 188)], (float)y[kiln.at(i, y_len, 189)]));
    out[kiln.at(i * 75 + 44, out_len, 191)] = (u64)float_midpoint.bits;
    const f16 float_min = f16(fminf((float)x[kiln.at(i, x_len, 193)], (float)y[kiln.at(i, y_len, 194)]));
    out[kiln.at(i * 75 + 45, out_len, 196)] = (u64)float_min.bits;
    const f16 float_max = f16(fmaxf((float)x[kiln.at(i, x_len, 198)], (float)y[kiln.at(i, y_len, 199)]));
    out[kiln.at(i * 75 + 46, out_len, 201)] = (u64)float_max.bits;
    const f16 float_clamp = f16(kiln::float_clamp_f32((float)x[kiln.at(i, x_len, 203)], (float)y[kiln.at(i, y_len, 204)], (float)z[kiln.at(i, z_len, 205)]));
    out[kiln.at(i * 75 + 47, out_len, 207)] = (u64)float_clamp.bits;
    const u16 to_bits = x[kiln.at(i, x_len, 209)].bits;
    out[kiln.at(i * 75 + 48, out_len, 211)] = (u64)to_bits;
    const f16 from_bits = kiln::from_bits<f16>(bits[kiln.at(i, bits_len, 213)]);
    out[kiln.at(i * 75 + 49, out_len, 215)] = (u64)from_bits.bits;
    const bool is_nan = kiln::is_nan_f32((float)x[kiln.at(i, x_len, 217)]);
    out[kiln.at(i * 75 + 50, out_len, 219)] = (u64)is_nan;
    const bool is_infinite = kiln::is_infinite_f32((float)x[kiln.at(i, x_len, 221)]);
    out[kiln.at(i * 75 + 51, out_len, 223)] = (u64)is_infinite;
    const bool is_finite = kiln::is_finite_f32((float)x[kiln.at(i, x_len, 225)]);
    out[kiln.at(i * 75 + 52, out_len, 227)] = (u64)is_finite;
    const bool is_normal = kiln::is_normal_f16(x[kiln.at(i, x_len, 229)]);
    out[kiln.at(i * 75 + 53, out_len, 231)] = (u64)is_normal;
    const bool is_subnormal = kiln::is_subnormal_f16(x[kiln.at(i, x_len, 233)]);
    out[kiln.at(i * 75 + 54, out_len, 235)] = (u64)is_subnormal;
    const bool is_sign_positive = kiln::is_sign_positive_f16(x[kiln.at(i, x_len, 237)]);
    out[kiln.at(i * 75 + 55, out_len, 239)] = (u64)is_sign_positive;
    const bool is_sign_negative = kiln::is_sign_negative_f16(x[kiln.at(i, x_len, 241)]);
    out[kiln.at(i * 75 + 56, out_len, 243)] = (u64)is_sign_negative;
    const f16 shuffle = kiln::shuffle(x[kiln.at(i, x_len, 245)], n[kiln.at(i, n_len, 246)]);
    out[kiln.at(i * 75 + 57, out_len, 248)] = (u64)shuffle.bits;
    const f16 shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 250)], n[kiln.at(i, n_len, 251)]);
    out[kiln.at(i * 75 + 58, out_len, 253)] = (u64)shuffle_up.bits;
    const f16 shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 255)], n[kiln.at(i, n_len, 256)]);
    out[kiln.at(i * 75 + 59, out_len, 258)] = (u64)shuffle_down.bits;
    const f16 shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 260)], n[kiln.at(i, n_len, 261)]);
    out[kiln.at(i * 75 + 60, out_len, 263)] = (u64)shuffle_xor.bits;
    const f16 masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 265)], n[kiln.at(i, n_len, 266)], n[kiln.at(i, n_len, 267)]);
    out[kiln.at(i * 75 + 61, out_len, 269)] = (u64)masked_shuffle.bits;
    const f16 warp_sum = kiln::warp_sum_f16(x[kiln.at(i, x_len, 271)]);
    out[kiln.at(i * 75 + 62, out_len, 273)] = (u64)warp_sum.bits;
    const f16 warp_min = kiln::warp_min_f16(x[kiln.at(i, x_len, 275)]);
    out[kiln.at(i * 75 + 63, out_len, 277)] = (u64)warp_min.bits;
    const f16 warp_max = kiln::warp_max_f16(x[kiln.at(i, x_len, 279)]);
    out[kiln.at(i * 75 + 64, out_len, 281)] = (u64)warp_max.bits;
    const f16 warp_inclusive_sum = kiln::warp_inclusive_sum_f16(x[kiln.at(i, x_len, 283)]);
    out[kiln.at(i * 75 + 65, out_len, 285)] = (u64)warp_inclusive_sum.bits;
    const f16 warp_exclusive_sum = kiln::warp_exclusive_sum_f16(x[kiln.at(i, x_len, 287)]);
    out[kiln.at(i * 75 + 66, out_len, 289)] = (u64)warp_exclusive_sum.bits;
    const f16 warp_inclusive_min = kiln::warp_inclusive_min_f16(x[kiln.at(i, x_len, 291)]);
    out[kiln.at(i * 75 + 67, out_len, 293)] = (u64)warp_inclusive_min.bits;
    const f16 warp_exclusive_min = kiln::warp_exclusive_min_f16(x[kiln.at(i, x_len, 295)]);
    out[kiln.at(i * 75 + 68, out_len, 297)] = (u64)warp_exclusive_min.bits;
    const f16 warp_inclusive_max = kiln::warp_inclusive_max_f16(x[kiln.at(i, x_len, 299)]);
    out[kiln.at(i * 75 + 69, out_len, 301)] = (u64)warp_inclusive_max.bits;
    const f16 warp_exclusive_max = kiln::warp_exclusive_max_f16(x[kiln.at(i, x_len, 303)]);
    out[kiln.at(i * 75 + 70, out_len, 305)] = (u64)warp_exclusive_max.bits;
    const f16 broadcast = kiln::shuffle(x[kiln.at(i, x_len, 307)], n[kiln.at(i, n_len, 308)]);
    out[kiln.at(i * 75 + 71, out_len, 310)] = (u64)broadcast.bits;
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 312)]);
    out[kiln.at(i * 75 + 72, out_len, 314)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 316)]);
    out[kiln.at(i * 75 + 73, out_len, 318)] = (u64)match_all;
    const f16 lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 320)], n[kiln.at(i, n_len, 321)]);
    out[kiln.at(i * 75 + 74, out_len, 323)] = (u64)lane_xor.bits;
}
