// A float of 8 bits with {EXPONENT} of exponent. What is rounded to it saturates, and a NaN becomes 0x7f. There are
// conversions alone.
struct {NAME} {
    u8 bits;

    {NAME}() = default;
    __device__ __forceinline__ explicit {NAME}(float x) {
#if __CUDA_ARCH__ >= 890
        u16 pair;
        asm("cvt.rn.satfinite.{PTX}x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(0.0f), "f"(x));
        bits = (u8)pair;
#else
        const u32 u = __float_as_uint(x), m = u & 0x7fffffffu;
        // Added to a number whose last place is the smallest subnormal, what is below it is rounded to a multiple of
        // that.
        const u32 below = __float_as_uint(__fadd_rn(__uint_as_float(m), {UNIT})) & 0xff;
        const u32 normal = (m + (1u << {HALF}) - 1 + (m >> {LOST} & 1) - {REBIAS}) >> {LOST};
        const u32 value = m > {LIMIT} ? {MOST} : m < {LEAST} ? below : normal;
        bits = (u8)(x == x ? u >> 24 & 0x80 | value : 0x7f);
#endif
    }
    // Rounding to odd first keeps the second rounding exact.
    __device__ __forceinline__ explicit {NAME}(double x) {
        const float odd = __double2float_rz(x);
        *this = {NAME}((double)odd == x ? odd : __uint_as_float(__float_as_uint(odd) | 1));
    }
    __device__ __forceinline__ explicit operator float() const {
        float x;
{VALUE}    }
};
