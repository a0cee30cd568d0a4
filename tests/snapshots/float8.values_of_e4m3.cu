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


// A float of 8 bits with 4 of exponent. What is rounded to it saturates, and a NaN becomes 0x7f. There are
// conversions alone.
struct f8e4m3 {
    u8 bits;

    f8e4m3() = default;
    __device__ __forceinline__ explicit f8e4m3(float x) {
#if __CUDA_ARCH__ >= 890
        u16 pair;
        asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(0.0f), "f"(x));
        bits = (u8)pair;
#else
        const u32 u = __float_as_uint(x), m = u & 0x7fffffffu;
        // Added to a number whose last place is the smallest subnormal, what is below it is rounded to a multiple of
        // that.
        const u32 below = __float_as_uint(__fadd_rn(__uint_as_float(m), 16384.0f)) & 0xff;
        const u32 normal = (m + (1u << 19) - 1 + (m >> 20 & 1) - 0x3c000000u) >> 20;
        const u32 value = m > 0x43e00000u ? 0x7e : m < 0x3c800000u ? below : normal;
        bits = (u8)(x == x ? u >> 24 & 0x80 | value : 0x7f);
#endif
    }
    // Rounding to odd first keeps the second rounding exact.
    __device__ __forceinline__ explicit f8e4m3(double x) {
        const float odd = __double2float_rz(x);
        *this = f8e4m3((double)odd == x ? odd : __uint_as_float(__float_as_uint(odd) | 1));
    }
    __device__ __forceinline__ explicit operator float() const {
        float x;
#if __CUDA_ARCH__ >= 890
        asm("{.reg .b32 w; .reg .b16 l, h; cvt.rn.f16x2.e4m3x2 w, %1; mov.b32 {l, h}, w; cvt.f32.f16 %0, l;}" : "=f"(x) : "h"((u16)bits));
        return x;
#else
        // An f16 moved by a place.
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((u16)((bits & 0x80) << 8 | (bits & 0x7f) << 7)));
        return (bits & 0x7f) == 0x7f ? __uint_as_float(0x7fc00000u) : x * 256.0f;
#endif
    }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 from_bits.18ef0cf3 launch_info.502d9f1e

extern "C" __global__ void values_of_e4m3(
    const f8e4m3* __restrict__ x, usize x_len,
    float* __restrict__ single, usize single_len,
    double* __restrict__ double_, usize double_len,
    f16* __restrict__ half, usize half_len,
    u8* __restrict__ bits, usize bits_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len) {
        single[kiln.at(i, single_len, 5)] = (float)x[i];
        double_[kiln.at(i, double_len, 8)] = (double)(float)x[i];
        half[kiln.at(i, half_len, 11)] = f16((float)x[i]);
        bits[kiln.at(i, bits_len, 14)] = kiln::from_bits<f8e4m3>((u8)(x[i].bits ^ (u8)128)).bits;
    }
}
