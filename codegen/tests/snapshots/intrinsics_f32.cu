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

__device__ __forceinline__ float to_tf32(float value) {
    u32 bits = __float_as_uint(value);
    if (value != value) return __uint_as_float(bits | 0x00400000u);
#if __CUDA_ARCH__ >= 800
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
#else
    bits += 0x1000u;
#endif
    return __uint_as_float(bits & 0xffffe000u);
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

__device__ __forceinline__ bool is_normal_f32(float x) {
    const u32 all = ~0u >> 1;
    const u32 magnitude = __float_as_uint(x) & all;
    return magnitude >= __float_as_uint(1.1754944e-38f) && magnitude < __float_as_uint(__uint_as_float(0x7f800000u));
}

__device__ __forceinline__ bool is_subnormal_f32(float x) {
    const u32 all = ~0u >> 1;
    const u32 magnitude = __float_as_uint(x) & all;
    return magnitude != 0 && magnitude < __float_as_uint(1.1754944e-38f);
}

__device__ __forceinline__ bool is_sign_positive_f32(float x) {
    return __float_as_uint(x) >> (32u - 1 & 31) == 0;
}

__device__ __forceinline__ bool is_sign_negative_f32(float x) {
    return __float_as_uint(x) >> (32u - 1 & 31) != 0;
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

__device__ __forceinline__ float warp_min_f32(float value) {
    const u32 active = __activemask();
    float value_1;
    if (active == 4294967295u) {
        const float other = kiln::lane_xor(value, 16u);
        const float of_2 = fminf(value, other);
        const float other_1 = kiln::lane_xor(of_2, 8u);
        const float of_4 = fminf(of_2, other_1);
        const float other_2 = kiln::lane_xor(of_4, 4u);
        const float of_8 = fminf(of_4, other_2);
        const float other_3 = kiln::lane_xor(of_8, 2u);
        const float of_16 = fminf(of_8, other_3);
        const float other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = fminf(of_16, other_4);
    } else {
        float all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const float other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = fminf(all, other);
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
}

__device__ __forceinline__ float warp_max_f32(float value) {
    const u32 active = __activemask();
    float value_1;
    if (active == 4294967295u) {
        const float other = kiln::lane_xor(value, 16u);
        const float of_2 = fmaxf(value, other);
        const float other_1 = kiln::lane_xor(of_2, 8u);
        const float of_4 = fmaxf(of_2, other_1);
        const float other_2 = kiln::lane_xor(of_4, 4u);
        const float of_8 = fmaxf(of_4, other_2);
        const float other_3 = kiln::lane_xor(of_8, 2u);
        const float of_16 = fmaxf(of_8, other_3);
        const float other_4 = kiln::lane_xor(of_16, 1u);
        value_1 = fmaxf(of_16, other_4);
    } else {
        float all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u32 rest = active & active - 1;
        while (rest != 0) {
            const float other = kiln::masked_shuffle(value, kiln::trailing_zeros(rest), active);
            all = fmaxf(all, other);
            rest &= rest - 1;
        }
        value_1 = all;
    }
    return value_1;
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

__device__ __forceinline__ float warp_inclusive_min_f32(float value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    float value_2;
    if (value_1 == 4294967295u) {
        const float below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const float of_2 = lane >= 1 ? fminf(below, value) : value;
        const float below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const float of_4 = lane >= 2 ? fminf(below_1, of_2) : of_2;
        const float below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const float of_8 = lane >= 4 ? fminf(below_2, of_4) : of_4;
        const float below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const float of_16 = lane >= 8 ? fminf(below_3, of_8) : of_8;
        const float below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? fminf(below_4, of_16) : of_16;
    } else {
        float all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        float own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const float other = kiln::masked_shuffle(value, next, value_1);
            all = fminf(all, other);
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

__device__ __forceinline__ float warp_inclusive_max_f32(float value) {
    const u32 value_1 = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    float value_2;
    if (value_1 == 4294967295u) {
        const float below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const float of_2 = lane >= 1 ? fmaxf(below, value) : value;
        const float below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const float of_4 = lane >= 2 ? fmaxf(below_1, of_2) : of_2;
        const float below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const float of_8 = lane >= 4 ? fmaxf(below_2, of_4) : of_4;
        const float below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const float of_16 = lane >= 8 ? fmaxf(below_3, of_8) : of_8;
        const float below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_2 = lane >= 16 ? fmaxf(below_4, of_16) : of_16;
    } else {
        float all = kiln::masked_shuffle(value, kiln::trailing_zeros(value_1), value_1);
        float own = all;
        u32 rest = value_1 & value_1 - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const float other = kiln::masked_shuffle(value, next, value_1);
            all = fmaxf(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_2 = own;
    }
    return value_2;
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

extern "C" __global__ void intrinsics_f32(
    const float* __restrict__ x, usize x_len,
    const float* __restrict__ y, usize y_len,
    const float* __restrict__ z, usize z_len,
    const u32* __restrict__ bits, usize bits_len,
    const u32* __restrict__ n, usize n_len,
    const i32* __restrict__ power, usize power_len,
    const bool* __restrict__ flag, usize flag_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const float floor_ = floorf(x[kiln.at(i, x_len, 2)]);
    out[kiln.at(i * 76 + 0, out_len, 4)] = (u64)__float_as_uint(floor_);
    const float ceil_ = ceilf(x[kiln.at(i, x_len, 6)]);
    out[kiln.at(i * 76 + 1, out_len, 8)] = (u64)__float_as_uint(ceil_);
    const float round_ = roundf(x[kiln.at(i, x_len, 10)]);
    out[kiln.at(i * 76 + 2, out_len, 12)] = (u64)__float_as_uint(round_);
    const float round_ties_even = rintf(x[kiln.at(i, x_len, 14)]);
    out[kiln.at(i * 76 + 3, out_len, 16)] = (u64)__float_as_uint(round_ties_even);
    const float trunc_ = truncf(x[kiln.at(i, x_len, 18)]);
    out[kiln.at(i * 76 + 4, out_len, 20)] = (u64)__float_as_uint(trunc_);
    const float fract = kiln::fract_f32(x[kiln.at(i, x_len, 22)]);
    out[kiln.at(i * 76 + 5, out_len, 24)] = (u64)__float_as_uint(fract);
    const float float_abs = fabsf(x[kiln.at(i, x_len, 26)]);
    out[kiln.at(i * 76 + 6, out_len, 28)] = (u64)__float_as_uint(float_abs);
    const float float_signum = kiln::float_signum_f32(x[kiln.at(i, x_len, 30)]);
    out[kiln.at(i * 76 + 7, out_len, 32)] = (u64)__float_as_uint(float_signum);
    const float copysign_ = copysignf(x[kiln.at(i, x_len, 34)], y[kiln.at(i, y_len, 35)]);
    out[kiln.at(i * 76 + 8, out_len, 37)] = (u64)__float_as_uint(copysign_);
    const float mul_add = fmaf(x[kiln.at(i, x_len, 39)], y[kiln.at(i, y_len, 40)], z[kiln.at(i, z_len, 41)]);
    out[kiln.at(i * 76 + 9, out_len, 43)] = (u64)__float_as_uint(mul_add);
    const float float_div_euclid = kiln::float_div_euclid_f32(x[kiln.at(i, x_len, 45)], y[kiln.at(i, y_len, 46)]);
    out[kiln.at(i * 76 + 10, out_len, 48)] = (u64)__float_as_uint(float_div_euclid);
    const float float_rem_euclid = kiln::float_rem_euclid_f32(x[kiln.at(i, x_len, 50)], y[kiln.at(i, y_len, 51)]);
    out[kiln.at(i * 76 + 11, out_len, 53)] = (u64)__float_as_uint(float_rem_euclid);
    const float powi = kiln::powi_f32(x[kiln.at(i, x_len, 55)], power[kiln.at(i, power_len, 56)]);
    out[kiln.at(i * 76 + 12, out_len, 58)] = (u64)__float_as_uint(powi);
    const float powf_ = powf(x[kiln.at(i, x_len, 60)], y[kiln.at(i, y_len, 61)]);
    out[kiln.at(i * 76 + 13, out_len, 63)] = (u64)__float_as_uint(powf_);
    const float sqrt_ = sqrtf(x[kiln.at(i, x_len, 65)]);
    out[kiln.at(i * 76 + 14, out_len, 67)] = (u64)__float_as_uint(sqrt_);
    const float rsqrt_ = rsqrtf(x[kiln.at(i, x_len, 69)]);
    out[kiln.at(i * 76 + 15, out_len, 71)] = (u64)__float_as_uint(rsqrt_);
    const float exp_ = expf(x[kiln.at(i, x_len, 73)]);
    out[kiln.at(i * 76 + 16, out_len, 75)] = (u64)__float_as_uint(exp_);
    const float exp2_ = exp2f(x[kiln.at(i, x_len, 77)]);
    out[kiln.at(i * 76 + 17, out_len, 79)] = (u64)__float_as_uint(exp2_);
    const float exp_m1 = expm1f(x[kiln.at(i, x_len, 81)]);
    out[kiln.at(i * 76 + 18, out_len, 83)] = (u64)__float_as_uint(exp_m1);
    const float ln = logf(x[kiln.at(i, x_len, 85)]);
    out[kiln.at(i * 76 + 19, out_len, 87)] = (u64)__float_as_uint(ln);
    const float log_ = kiln::log_f32(x[kiln.at(i, x_len, 89)], y[kiln.at(i, y_len, 90)]);
    out[kiln.at(i * 76 + 20, out_len, 92)] = (u64)__float_as_uint(log_);
    const float log2_ = log2f(x[kiln.at(i, x_len, 94)]);
    out[kiln.at(i * 76 + 21, out_len, 96)] = (u64)__float_as_uint(log2_);
    const float log10_ = log10f(x[kiln.at(i, x_len, 98)]);
    out[kiln.at(i * 76 + 22, out_len, 100)] = (u64)__float_as_uint(log10_);
    const float ln_1p = log1pf(x[kiln.at(i, x_len, 102)]);
    out[kiln.at(i * 76 + 23, out_len, 104)] = (u64)__float_as_uint(ln_1p);
    const float erf_ = erff(x[kiln.at(i, x_len, 106)]);
    out[kiln.at(i * 76 + 24, out_len, 108)] = (u64)__float_as_uint(erf_);
    const float erfc_ = erfcf(x[kiln.at(i, x_len, 110)]);
    out[kiln.at(i * 76 + 25, out_len, 112)] = (u64)__float_as_uint(erfc_);
    const float cbrt_ = cbrtf(x[kiln.at(i, x_len, 114)]);
    out[kiln.at(i * 76 + 26, out_len, 116)] = (u64)__float_as_uint(cbrt_);
    const float hypot_ = hypotf(x[kiln.at(i, x_len, 118)], y[kiln.at(i, y_len, 119)]);
    out[kiln.at(i * 76 + 27, out_len, 121)] = (u64)__float_as_uint(hypot_);
    const float sin_ = sinf(x[kiln.at(i, x_len, 123)]);
    out[kiln.at(i * 76 + 28, out_len, 125)] = (u64)__float_as_uint(sin_);
    const float cos_ = cosf(x[kiln.at(i, x_len, 127)]);
    out[kiln.at(i * 76 + 29, out_len, 129)] = (u64)__float_as_uint(cos_);
    const float tan_ = tanf(x[kiln.at(i, x_len, 131)]);
    out[kiln.at(i * 76 + 30, out_len, 133)] = (u64)__float_as_uint(tan_);
    const float asin_ = asinf(x[kiln.at(i, x_len, 135)]);
    out[kiln.at(i * 76 + 31, out_len, 137)] = (u64)__float_as_uint(asin_);
    const float acos_ = acosf(x[kiln.at(i, x_len, 139)]);
    out[kiln.at(i * 76 + 32, out_len, 141)] = (u64)__float_as_uint(acos_);
    const float atan_ = atanf(x[kiln.at(i, x_len, 143)]);
    out[kiln.at(i * 76 + 33, out_len, 145)] = (u64)__float_as_uint(atan_);
    const float atan2_ = atan2f(x[kiln.at(i, x_len, 147)], y[kiln.at(i, y_len, 148)]);
    out[kiln.at(i * 76 + 34, out_len, 150)] = (u64)__float_as_uint(atan2_);
    const float sinh_ = sinhf(x[kiln.at(i, x_len, 152)]);
    out[kiln.at(i * 76 + 35, out_len, 154)] = (u64)__float_as_uint(sinh_);
    const float cosh_ = coshf(x[kiln.at(i, x_len, 156)]);
    out[kiln.at(i * 76 + 36, out_len, 158)] = (u64)__float_as_uint(cosh_);
    const float tanh_ = tanhf(x[kiln.at(i, x_len, 160)]);
    out[kiln.at(i * 76 + 37, out_len, 162)] = (u64)__float_as_uint(tanh_);
    const float asinh_ = asinhf(x[kiln.at(i, x_len, 164)]);
    out[kiln.at(i * 76 + 38, out_len, 166)] = (u64)__float_as_uint(asinh_);
    const float acosh_ = acoshf(x[kiln.at(i, x_len, 168)]);
    out[kiln.at(i * 76 + 39, out_len, 170)] = (u64)__float_as_uint(acosh_);
    const float atanh_ = atanhf(x[kiln.at(i, x_len, 172)]);
    out[kiln.at(i * 76 + 40, out_len, 174)] = (u64)__float_as_uint(atanh_);
    const float recip = kiln::recip_f32(x[kiln.at(i, x_len, 176)]);
    out[kiln.at(i * 76 + 41, out_len, 178)] = (u64)__float_as_uint(recip);
    const float to_degrees = kiln::to_degrees_f32(x[kiln.at(i, x_len, 180)]);
    out[kiln.at(i * 76 + 42, out_len, 182)] = (u64)__float_as_uint(to_degrees);
    const float to_radians = kiln::to_radians_f32(x[kiln.at(i, x_len, 184)]);
    out[kiln.at(i * 76 + 43, out_len, 186)] = (u64)__float_as_uint(to_radians);
    const float float_midpoint = kiln::float_midpoint_f32(x[kiln.at(i, x_len, 188)], y[kiln.at(i, y_len, 189)]);
    out[kiln.at(i * 76 + 44, out_len, 191)] = (u64)__float_as_uint(float_midpoint);
    const float float_min = fminf(x[kiln.at(i, x_len, 193)], y[kiln.at(i, y_len, 194)]);
    out[kiln.at(i * 76 + 45, out_len, 196)] = (u64)__float_as_uint(float_min);
    const float float_max = fmaxf(x[kiln.at(i, x_len, 198)], y[kiln.at(i, y_len, 199)]);
    out[kiln.at(i * 76 + 46, out_len, 201)] = (u64)__float_as_uint(float_max);
    const float float_clamp = kiln::float_clamp_f32(x[kiln.at(i, x_len, 203)], y[kiln.at(i, y_len, 204)], z[kiln.at(i, z_len, 205)]);
    out[kiln.at(i * 76 + 47, out_len, 207)] = (u64)__float_as_uint(float_clamp);
    const u32 to_bits = __float_as_uint(x[kiln.at(i, x_len, 209)]);
    out[kiln.at(i * 76 + 48, out_len, 211)] = (u64)to_bits;
    const float from_bits = __uint_as_float(bits[kiln.at(i, bits_len, 213)]);
    out[kiln.at(i * 76 + 49, out_len, 215)] = (u64)__float_as_uint(from_bits);
    const bool is_nan = kiln::is_nan_f32(x[kiln.at(i, x_len, 217)]);
    out[kiln.at(i * 76 + 50, out_len, 219)] = (u64)is_nan;
    const bool is_infinite = kiln::is_infinite_f32(x[kiln.at(i, x_len, 221)]);
    out[kiln.at(i * 76 + 51, out_len, 223)] = (u64)is_infinite;
    const bool is_finite = kiln::is_finite_f32(x[kiln.at(i, x_len, 225)]);
    out[kiln.at(i * 76 + 52, out_len, 227)] = (u64)is_finite;
    const bool is_normal = kiln::is_normal_f32(x[kiln.at(i, x_len, 229)]);
    out[kiln.at(i * 76 + 53, out_len, 231)] = (u64)is_normal;
    const bool is_subnormal = kiln::is_subnormal_f32(x[kiln.at(i, x_len, 233)]);
    out[kiln.at(i * 76 + 54, out_len, 235)] = (u64)is_subnormal;
    const bool is_sign_positive = kiln::is_sign_positive_f32(x[kiln.at(i, x_len, 237)]);
    out[kiln.at(i * 76 + 55, out_len, 239)] = (u64)is_sign_positive;
    const bool is_sign_negative = kiln::is_sign_negative_f32(x[kiln.at(i, x_len, 241)]);
    out[kiln.at(i * 76 + 56, out_len, 243)] = (u64)is_sign_negative;
    const float to_tf32 = kiln::to_tf32(x[kiln.at(i, x_len, 245)]);
    out[kiln.at(i * 76 + 57, out_len, 247)] = (u64)__float_as_uint(to_tf32);
    const float shuffle = kiln::shuffle(x[kiln.at(i, x_len, 249)], n[kiln.at(i, n_len, 250)]);
    out[kiln.at(i * 76 + 58, out_len, 252)] = (u64)__float_as_uint(shuffle);
    const float shuffle_up = kiln::shuffle_up(x[kiln.at(i, x_len, 254)], n[kiln.at(i, n_len, 255)]);
    out[kiln.at(i * 76 + 59, out_len, 257)] = (u64)__float_as_uint(shuffle_up);
    const float shuffle_down = kiln::shuffle_down(x[kiln.at(i, x_len, 259)], n[kiln.at(i, n_len, 260)]);
    out[kiln.at(i * 76 + 60, out_len, 262)] = (u64)__float_as_uint(shuffle_down);
    const float shuffle_xor = kiln::shuffle_xor(x[kiln.at(i, x_len, 264)], n[kiln.at(i, n_len, 265)]);
    out[kiln.at(i * 76 + 61, out_len, 267)] = (u64)__float_as_uint(shuffle_xor);
    const float masked_shuffle = kiln::masked_shuffle(x[kiln.at(i, x_len, 269)], n[kiln.at(i, n_len, 270)], n[kiln.at(i, n_len, 271)]);
    out[kiln.at(i * 76 + 62, out_len, 273)] = (u64)__float_as_uint(masked_shuffle);
    const float warp_sum = kiln::warp_sum_f32(x[kiln.at(i, x_len, 275)]);
    out[kiln.at(i * 76 + 63, out_len, 277)] = (u64)__float_as_uint(warp_sum);
    const float warp_min = kiln::warp_min_f32(x[kiln.at(i, x_len, 279)]);
    out[kiln.at(i * 76 + 64, out_len, 281)] = (u64)__float_as_uint(warp_min);
    const float warp_max = kiln::warp_max_f32(x[kiln.at(i, x_len, 283)]);
    out[kiln.at(i * 76 + 65, out_len, 285)] = (u64)__float_as_uint(warp_max);
    const float warp_inclusive_sum = kiln::warp_inclusive_sum_f32(x[kiln.at(i, x_len, 287)]);
    out[kiln.at(i * 76 + 66, out_len, 289)] = (u64)__float_as_uint(warp_inclusive_sum);
    const float warp_exclusive_sum = kiln::warp_exclusive_sum_f32(x[kiln.at(i, x_len, 291)]);
    out[kiln.at(i * 76 + 67, out_len, 293)] = (u64)__float_as_uint(warp_exclusive_sum);
    const float warp_inclusive_min = kiln::warp_inclusive_min_f32(x[kiln.at(i, x_len, 295)]);
    out[kiln.at(i * 76 + 68, out_len, 297)] = (u64)__float_as_uint(warp_inclusive_min);
    const float warp_exclusive_min = kiln::warp_exclusive_min_f32(x[kiln.at(i, x_len, 299)]);
    out[kiln.at(i * 76 + 69, out_len, 301)] = (u64)__float_as_uint(warp_exclusive_min);
    const float warp_inclusive_max = kiln::warp_inclusive_max_f32(x[kiln.at(i, x_len, 303)]);
    out[kiln.at(i * 76 + 70, out_len, 305)] = (u64)__float_as_uint(warp_inclusive_max);
    const float warp_exclusive_max = kiln::warp_exclusive_max_f32(x[kiln.at(i, x_len, 307)]);
    out[kiln.at(i * 76 + 71, out_len, 309)] = (u64)__float_as_uint(warp_exclusive_max);
    const float broadcast = kiln::shuffle(x[kiln.at(i, x_len, 311)], n[kiln.at(i, n_len, 312)]);
    out[kiln.at(i * 76 + 72, out_len, 314)] = (u64)__float_as_uint(broadcast);
    const u32 match_any = kiln::match_any(x[kiln.at(i, x_len, 316)]);
    out[kiln.at(i * 76 + 73, out_len, 318)] = (u64)match_any;
    const bool match_all = kiln::match_all(x[kiln.at(i, x_len, 320)]);
    out[kiln.at(i * 76 + 74, out_len, 322)] = (u64)match_all;
    const float lane_xor = kiln::lane_xor(x[kiln.at(i, x_len, 324)], n[kiln.at(i, n_len, 325)]);
    out[kiln.at(i * 76 + 75, out_len, 327)] = (u64)__float_as_uint(lane_xor);
}
