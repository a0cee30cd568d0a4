// A float of 8 bits with 5 of exponent. What is rounded to it saturates, and a NaN becomes 0x7f. There are conversions alone.
struct e5m2 {
    u8 bits;

    e5m2() = default;
    __device__ __forceinline__ explicit e5m2(float x) {
#if __CUDA_ARCH__ >= 890
        u16 pair;
        asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(0.0f), "f"(x));
        bits = (u8)pair;
#else
        const u32 u = __float_as_uint(x), m = u & 0x7fffffffu;
        // Added to a number whose last place is the smallest subnormal, what is below it is rounded to a multiple of that.
        const u32 below = __float_as_uint(__fadd_rn(__uint_as_float(m), 128.0f)) & 0xff;
        const u32 normal = (m + (1u << 20) - 1 + (m >> 21 & 1) - 0x38000000u) >> 21;
        const u32 value = m > 0x47600000u ? 0x7b : m < 0x38800000u ? below : normal;
        bits = (u8)(x == x ? u >> 24 & 0x80 | value : 0x7f);
#endif
    }
    // Rounding to odd first keeps the second rounding exact.
    __device__ __forceinline__ explicit e5m2(double x) {
        const float odd = __double2float_rz(x);
        *this = e5m2((double)odd == x ? odd : __uint_as_float(__float_as_uint(odd) | 1));
    }
    __device__ __forceinline__ explicit operator float() const {
        float x;
        // The upper half of an f16.
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((u16)(bits << 8)));
        return x;
    }
};
