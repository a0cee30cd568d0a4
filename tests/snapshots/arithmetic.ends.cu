typedef signed char i8;
typedef short i16;
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
template <typename T> __device__ __forceinline__ T int_max(T a, T b) {
    if constexpr (sizeof(T) <= 2) {
        i32 wide = a;
        asm("" : "+r"(wide));
        return (T)(b > wide ? b : wide);
    }
    return b > a ? b : a;
}

template <typename T> __device__ __forceinline__ T int_min(T a, T b) { return b < a ? b : a; }

template <typename T> __device__ __forceinline__ u32 leading_zeros(T x) {
    if constexpr (sizeof(T) == 8) {
        return __clzll((i64)x);
    } else {
        return __clz((i32)(unsigned_of<T>)x) - (32 - 8 * sizeof(T));
    }
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

__device__ __forceinline__ i32 saturating_neg_i32(i32 x) {
    return x == -2147483647 - 1 ? 2147483647 : (i32)kiln::negated((u32)x);
}

__device__ __forceinline__ i32 saturating_abs_i32(i32 x) {
    const i32 magnitude = kiln::int_abs(x);
    return magnitude < 0 ? 2147483647 : magnitude;
}

__device__ __forceinline__ i32 saturating_mul_i32(i32 a, i32 b) {
    return (i32)kiln::int_min(kiln::int_max((i64)((u64)(i64)a * (i64)b), (i64)(-2147483647 - 1)), (i64)2147483647);
}

__device__ __forceinline__ i32 saturating_pow_i32(i32 x, u32 power) {
    i32 result = 1;
    i32 square = x;
    u32 rest = power;
    while (true) {
        if ((rest & 1) != 0) {
            result = kiln::saturating_mul_i32(result, square);
        }
        rest >>= 1;
        if (rest == 0) {
            break;
        }
        square = kiln::saturating_mul_i32(square, square);
    }
    return result;
}

__device__ __forceinline__ i32 wrapping_abs_i32(i32 x) {
    return kiln::int_abs(x);
}

__device__ __forceinline__ i32 unbounded_shl_i32(i32 x, u32 amount) {
    return amount < 32 ? (i32)((u32)x << (amount & 31)) : 0;
}

__device__ __forceinline__ i32 unbounded_shr_i32(i32 x, u32 amount) {
    return x >> (kiln::int_min(amount, 32u - 1) & 31);
}

__device__ __forceinline__ i32 to_be_i32(i32 x) {
    return kiln::swap_bytes(x);
}

__device__ __forceinline__ i8 saturating_mul_i8(i8 a, i8 b) {
    return (i8)kiln::int_min(kiln::int_max((i32)((u32)(i32)a * (i32)b), (i32)-128), (i32)127);
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

__device__ __forceinline__ i16 saturating_neg_i16(i16 x) {
    return x == -32768 ? 32767 : kiln::narrow<i16>(-(u32)x);
}

__device__ __forceinline__ u8 saturating_mul_u8(u8 a, u8 b) {
    return (u8)kiln::int_min((u32)a * (u32)b, (u32)255);
}

__device__ __forceinline__ u8 saturating_pow_u8(u8 x, u32 power) {
    u8 result = 1;
    u8 square = x;
    u32 rest = power;
    while (true) {
        if ((rest & 1) != 0) {
            result = kiln::saturating_mul_u8(result, square);
        }
        rest >>= 1;
        if (rest == 0) {
            break;
        }
        square = kiln::saturating_mul_u8(square, square);
    }
    return result;
}

__device__ __forceinline__ u32 ilog10_u32(u32 x) {
    const u32 x_1 = kiln::int_max(x, 0u);
    const u32 few = (u32)(x_1 >= 10) + (u32)(x_1 >= 100) + (u32)(x_1 >= 1000) + (u32)(x_1 >= 10000);
    const u32 many = (u32)(x_1 >= 100000) + (u32)(x_1 >= 1000000) + (u32)(x_1 >= 10000000);
    return few + many + (u32)(x_1 >= 100000000) + (u32)(x_1 >= 1000000000);
}

__device__ __forceinline__ u32 ilog2_u32(u32 x) {
    return 31 - kiln::leading_zeros(kiln::int_max(x, 1u));
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

__device__ __forceinline__ u32 unsigned_abs_i32(i32 x) {
    return (u32)kiln::int_abs(x);
}

__device__ __forceinline__ u64 to_be_u64(u64 x) {
    return kiln::swap_bytes(x);
}

__device__ __forceinline__ u64 from_be_u64(u64 x) {
    return kiln::swap_bytes(x);
}

__device__ __forceinline__ bool is_subnormal_f64(double x) {
    const u64 all = ~0ull >> 1;
    const u64 magnitude = (u64)__double_as_longlong(x) & all;
    return magnitude != 0 && magnitude < (u64)__double_as_longlong(2.2250738585072014e-308);
}

__device__ __forceinline__ float float_midpoint_f32(float a, float b) {
    return (float)(((double)a + (double)b) * 0.5);
}

__device__ __forceinline__ double float_midpoint_f64(double a, double b) {
    const bool small_a = fabs(a) < 4.450147717014403e-308;
    const bool small_b = fabs(b) < 4.450147717014403e-308;
    const double half_a = small_a ? a : a * 0.5;
    const double half_b = small_b && !small_a ? b : b * 0.5;
    return fabs(a) <= 8.988465674311579e307 && fabs(b) <= 8.988465674311579e307 ? (a + b) * 0.5 : half_a + half_b;
}

struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    [[noreturn]] __device__ __forceinline__ void fail(u32 site, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0) const {
        kiln::fail(record, kernel, launch, site, a, b, c, d);
    }

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }
};

} // namespace kiln

extern "C" __global__ void ends(
    const i32* __restrict__ x, usize x_len,
    i32* __restrict__ out, usize out_len,
    u32* __restrict__ logs, usize logs_len,
    u64* __restrict__ wide, usize wide_len,
    double* __restrict__ floats, usize floats_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const i32 v = x[kiln.at(i, x_len, 3)];
    const usize k = 10 * i;
    out[kiln.at(k, out_len, 6)] = kiln::saturating_neg_i32(v);
    out[kiln.at(k + 1, out_len, 8)] = kiln::saturating_abs_i32(v);
    out[kiln.at(k + 2, out_len, 10)] = kiln::saturating_pow_i32(v, 3u);
    out[kiln.at(k + 3, out_len, 12)] = kiln::wrapping_abs_i32(v);
    out[kiln.at(k + 4, out_len, 14)] = kiln::unbounded_shl_i32(v, (u32)i * 8);
    out[kiln.at(k + 5, out_len, 16)] = kiln::unbounded_shr_i32(v, (u32)i * 8);
    out[kiln.at(k + 6, out_len, 18)] = kiln::to_be_i32(v) ^ v;
    out[kiln.at(k + 7, out_len, 20)] = (i32)kiln::saturating_pow_i8((i8)v, 2u);
    out[kiln.at(k + 8, out_len, 22)] = (i32)kiln::saturating_neg_i16(kiln::narrow<i16>(v));
    out[kiln.at(k + 9, out_len, 24)] = (i32)kiln::saturating_pow_u8((u8)v, 3u);
    const u32 positive = kiln::int_max((u32)v, 1u);
    const u32 value = positive;
    if (value <= 0) {
        kiln.fail(27);
    }
    const u32 value_1 = positive;
    if (value_1 <= 0) {
        kiln.fail(28);
    }
    logs[kiln.at(3 * i, logs_len, 29)] = kiln::ilog2_u32(value) + 100 * kiln::ilog10_u32(value_1);
    const u64 value_2 = (u64)positive * 77777777777ull;
    if (value_2 <= 0) {
        kiln.fail(31);
    }
    logs[kiln.at(3 * i + 1, logs_len, 32)] = kiln::ilog10_u64(value_2);
    const u32 value_3 = kiln::unsigned_abs_i32(v) / 2 + 1;
    if (value_3 <= 0) {
        kiln.fail(35);
    }
    logs[kiln.at(3 * i + 2, logs_len, 36)] = kiln::ilog2_u32(value_3);
    wide[kiln.at(i, wide_len, 38)] = kiln::to_be_u64(kiln::from_be_u64((u64)v));
    const double tiny = 2.2250738585072014e-308 / 4.0 * (double)v;
    floats[kiln.at(i, floats_len, 44)] = (double)(u32)kiln::is_subnormal_f64(tiny) + (double)kiln::float_midpoint_f32((float)v, 7.0f) + kiln::float_midpoint_f64(1.7976931348623157e308, 1.7976931348623157e308 / 2.0) / 1e300;
}
