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

__device__ __forceinline__ i64 saturating_mul_i64(i64 a, i64 b) {
    const i64 product = (i64)((u64)a * b);
    const i64 upper = kiln::mul_hi(a, b);
    const i64 end = (a ^ b) < 0 ? -9223372036854775807ll - 1 : 9223372036854775807ll;
    return upper == product >> 63 ? product : end;
}

__device__ __forceinline__ u32 unsigned_abs_i32(i32 x) {
    return (u32)kiln::int_abs(x);
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

extern "C" __global__ void least_magnitudes(
    const i64* __restrict__ x, usize x_len,
    const i32* __restrict__ y, usize y_len,
    i64* __restrict__ wide, usize wide_len,
    i32* __restrict__ narrow, usize narrow_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < wide_len && i < narrow_len) {
        wide[i] = kiln::saturating_mul_i64(kiln::int_abs(x[kiln.at(i, x_len, 4)]), kiln::int_clamp(x[kiln.at(i, x_len, 5)], 18ll, 56ll));
        narrow[i] = (i32)((i32)(kiln::int_abs(y[kiln.at(i, y_len, 8)]) < 0) + 2u * (i32)(kiln::unsigned_abs_i32(y[kiln.at(i, y_len, 9)]) > 1u << 30) + 4u * (i32)kiln::narrow<u16>(kiln::narrow<i8>(-(u32)(i8)y[kiln.at(i, y_len, 10)])) + 4u * (i32)(u32)kiln::narrow<i16>(-(u32)kiln::narrow<i16>(y[kiln.at(i, y_len, 11)])));
    }
}
