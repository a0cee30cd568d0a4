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

__device__ __forceinline__ float float_midpoint(float a, float b) { return (float)(((double)a + (double)b) / 2); }
__device__ __forceinline__ double float_midpoint(double a, double b) {
    const double low = 4.450147717014403e-308, high = 8.988465674311579e307;
    if (fabs(a) <= high && fabs(b) <= high) return (a + b) / 2;
    if (fabs(a) < low) return a + b / 2;
    if (fabs(b) < low) return a / 2 + b;
    return a / 2 + b / 2;
}

template <typename T> __device__ __forceinline__ u32 ilog10(T x) {
    u32 result = 0;
    for (; x >= 10; x /= 10) ++result;
    return result;
}

template <usize size> struct unsigned_by_size;
template <> struct unsigned_by_size<1> { typedef u8 type; };
template <> struct unsigned_by_size<2> { typedef u16 type; };
template <> struct unsigned_by_size<4> { typedef u32 type; };
template <> struct unsigned_by_size<8> { typedef u64 type; };
template <typename T> using unsigned_of = typename unsigned_by_size<sizeof(T)>::type;

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
template <typename T> __device__ __forceinline__ T int_max(T a, T b) {
    if constexpr (sizeof(T) <= 2) {
        i32 wide = a;
        asm("" : "+r"(wide));
        return (T)(b > wide ? b : wide);
    }
    return b > a ? b : a;
}

template <typename U> __device__ __forceinline__ bool is_subnormal(U bits, U exponent) {
    return (bits & exponent) == 0 && (U)(bits << 1) != 0;
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

template <typename T> struct limits {
    static constexpr bool is_signed = (T)-1 < (T)1;
    static constexpr T max = (T)((unsigned_of<T>)-1 >> (is_signed ? 1 : 0));
    static constexpr T min = is_signed ? (T)~max : (T)0;
};

template <typename T> __device__ __forceinline__ T saturating_neg(T x) {
    return x == limits<T>::min ? limits<T>::max : (T)-x;
}

template <typename T> __device__ __forceinline__ T saturating_abs(T x) { return x < 0 ? saturating_neg(x) : x; }

template <typename T> __device__ __forceinline__ T saturate(i64 x) {
    return x < (i64)limits<T>::min ? limits<T>::min : x > (i64)limits<T>::max ? limits<T>::max : (T)x;
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

template <typename T> __device__ __forceinline__ T unbounded_shl(T x, u32 amount) {
    return amount < 8 * sizeof(T) ? (T)((unsigned_of<T>)x << amount) : (T)0;
}

template <typename T> __device__ __forceinline__ T unbounded_shr(T x, u32 amount) {
    const u32 last = 8 * sizeof(T) - 1;
    if constexpr (limits<T>::is_signed) return (T)(x >> (amount < last ? amount : last));
    else return amount <= last ? (T)(x >> amount) : (T)0;
}

template <typename T> __device__ __forceinline__ unsigned_of<T> unsigned_abs(T x) { return magnitude(x); }

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
    out[kiln.at(k, out_len, 6)] = kiln::saturating_neg(v);
    out[kiln.at(k + 1, out_len, 8)] = kiln::saturating_abs(v);
    out[kiln.at(k + 2, out_len, 10)] = kiln::saturating_pow(v, 3u);
    out[kiln.at(k + 3, out_len, 12)] = kiln::int_abs(v);
    out[kiln.at(k + 4, out_len, 14)] = kiln::unbounded_shl(v, (u32)i * 8);
    out[kiln.at(k + 5, out_len, 16)] = kiln::unbounded_shr(v, (u32)i * 8);
    out[kiln.at(k + 6, out_len, 18)] = kiln::swap_bytes(v) ^ v;
    out[kiln.at(k + 7, out_len, 20)] = (i32)kiln::saturating_pow((i8)v, 2u);
    out[kiln.at(k + 8, out_len, 22)] = (i32)kiln::saturating_neg(kiln::narrow<i16>(v));
    out[kiln.at(k + 9, out_len, 24)] = (i32)kiln::saturating_pow((u8)v, 3u);
    const u32 positive = kiln::int_max((u32)v, 1u);
    const u32 value = positive;
    if (value <= 0) {
        kiln.fail(27);
    }
    const u32 value_1 = positive;
    if (value_1 <= 0) {
        kiln.fail(28);
    }
    logs[kiln.at(3 * i, logs_len, 29)] = kiln::ilog2(value) + 100 * kiln::ilog10(value_1);
    const u64 value_2 = (u64)positive * 77777777777ull;
    if (value_2 <= 0) {
        kiln.fail(31);
    }
    logs[kiln.at(3 * i + 1, logs_len, 32)] = kiln::ilog10(value_2);
    const u32 value_3 = kiln::unsigned_abs(v) / 2 + 1;
    if (value_3 <= 0) {
        kiln.fail(35);
    }
    logs[kiln.at(3 * i + 2, logs_len, 36)] = kiln::ilog2(value_3);
    wide[kiln.at(i, wide_len, 38)] = kiln::swap_bytes(kiln::swap_bytes((u64)v));
    const double tiny = 2.2250738585072014e-308 / 4.0 * (double)v;
    floats[kiln.at(i, floats_len, 44)] = (double)(u32)kiln::is_subnormal((u64)__double_as_longlong(tiny), 0x7ff0000000000000ull) + (double)kiln::float_midpoint((float)v, 7.0f) + kiln::float_midpoint(1.7976931348623157e308, 1.7976931348623157e308 / 2.0) / 1e300;
}
