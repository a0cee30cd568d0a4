typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// The upper half of a float in memory; it computes as a float and is rounded once. The bits are moved once more, as those of f16.
struct bf16 {
    u16 bits;

    bf16() = default;
    __device__ __forceinline__ explicit bf16(float x) {
#if __CUDA_ARCH__ >= 800
        asm("{.reg .b16 h; cvt.rn.bf16.f32 h, %1; mov.b16 %0, h;}" : "=h"(bits) : "f"(x));
#else
        const u32 u = __float_as_uint(x);
        bits = (u16)(x == x ? (u + 0x7fff + (u >> 16 & 1)) >> 16 : u >> 16 | 0x40);
#endif
    }
    // Rounding to odd first keeps the second rounding exact.
    __device__ __forceinline__ explicit bf16(double x) {
        const float odd = __double2float_rz(x);
        *this = bf16((double)odd == x ? odd : __uint_as_float(__float_as_uint(odd) | 1));
    }
    __device__ __forceinline__ explicit operator float() const { return __uint_as_float((u32)bits << 16); }
};

__device__ __forceinline__ bf16 operator+(bf16 a, bf16 b) { return bf16((float)a + (float)b); }
__device__ __forceinline__ bf16 operator-(bf16 a, bf16 b) { return bf16((float)a - (float)b); }
__device__ __forceinline__ bf16 operator*(bf16 a, bf16 b) { return bf16((float)a * (float)b); }
__device__ __forceinline__ bf16 operator/(bf16 a, bf16 b) { return bf16((float)a / (float)b); }
__device__ __forceinline__ bool operator==(bf16 a, bf16 b) { return (float)a == (float)b; }
__device__ __forceinline__ bool operator!=(bf16 a, bf16 b) { return (float)a != (float)b; }
__device__ __forceinline__ bool operator<(bf16 a, bf16 b) { return (float)a < (float)b; }
__device__ __forceinline__ bool operator<=(bf16 a, bf16 b) { return (float)a <= (float)b; }
__device__ __forceinline__ bool operator>(bf16 a, bf16 b) { return (float)a > (float)b; }
__device__ __forceinline__ bool operator>=(bf16 a, bf16 b) { return (float)a >= (float)b; }
__device__ __forceinline__ bf16 operator-(bf16 a) {
    a.bits ^= 0x8000;
    return a;
}


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

template <typename T> struct limits {
    static constexpr bool is_signed = (T)-1 < (T)1;
    static constexpr T max = (T)((unsigned_of<T>)-1 >> (is_signed ? 1 : 0));
    static constexpr T min = is_signed ? (T)~max : (T)0;
};

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

} // namespace kiln

extern "C" __global__ void rotated_choices(
    const u32* __restrict__ x, usize x_len,
    i64* __restrict__ out, usize out_len
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len && i < out_len) {
        const i64 word = (i64)(x[i] > 7);
        const u32 none = kiln::to<u32>((float)bf16((float)2147483647));
        const array<u32, 5> turns = {kiln::to<u32>(0.5f), kiln::to<u32>(64.0f), kiln::to<u32>(33.0f), kiln::to<u32>(96.25f), kiln::to<u32>(65.0f)};
        out[i] = kiln::rotate_right(word, none) ^ (i64)((u64)kiln::rotate_left(word, none) << 2) ^ (i64)((u64)kiln::rotate_left(word, turns[0]) << 4) ^ (i64)((u64)kiln::rotate_right(word, turns[1]) << 6) ^ (i64)((u64)kiln::rotate_left(word, turns[2]) << 8) ^ (i64)((u64)kiln::rotate_right(word, turns[3]) << 10) ^ (i64)kiln::rotate_left(5 - 2 * (u64)word, turns[4]);
    }
}
