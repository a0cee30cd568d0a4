typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// A float of 8 bits with 5 of exponent. What is rounded to it saturates, and a NaN becomes 0x7f. There are
// conversions alone.
struct f8e5m2 {
    u8 bits;

    f8e5m2() = default;
    __device__ __forceinline__ explicit f8e5m2(float x) {
#if __CUDA_ARCH__ >= 890
        u16 pair;
        asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(0.0f), "f"(x));
        bits = (u8)pair;
#else
        const u32 u = __float_as_uint(x), m = u & 0x7fffffffu;
        // Added to a number whose last place is the smallest subnormal, what is below it is rounded to a multiple of
        // that.
        const u32 below = __float_as_uint(__fadd_rn(__uint_as_float(m), 128.0f)) & 0xff;
        const u32 normal = (m + (1u << 20) - 1 + (m >> 21 & 1) - 0x38000000u) >> 21;
        const u32 value = m > 0x47600000u ? 0x7b : m < 0x38800000u ? below : normal;
        bits = (u8)(x == x ? u >> 24 & 0x80 | value : 0x7f);
#endif
    }
    // Rounding to odd first keeps the second rounding exact.
    __device__ __forceinline__ explicit f8e5m2(double x) {
        const float odd = __double2float_rz(x);
        *this = f8e5m2((double)odd == x ? odd : __uint_as_float(__float_as_uint(odd) | 1));
    }
    __device__ __forceinline__ explicit operator float() const {
        float x;
        // The upper half of an f16.
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((u16)(bits << 8)));
        return x;
    }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 is_nan_f32.ba7fa862 launch_info.502d9f1e

extern "C" __global__ void rounded_to_e5m2(
    const float* __restrict__ x, usize x_len,
    const double* __restrict__ wide, usize wide_len,
    f8e5m2* __restrict__ y, usize y_len,
    f8e5m2* __restrict__ z, usize z_len,
    f8e5m2* __restrict__ sums, usize sums_len,
    u32* __restrict__ less, usize less_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len) {
        y[kiln.at(i, y_len, 5)] = f8e5m2(x[i]);
        z[kiln.at(i, z_len, 8)] = f8e5m2(wide[kiln.at(i, wide_len, 7)]);
        f8e5m2 sum = f8e5m2((float)y[i] + (float)f8e5m2(1.0f));
        sum = f8e5m2((float)sum * (float)f8e5m2(-(float)y[i]));
        sum = f8e5m2((float)sum - (float)f8e5m2(0.3f));
        sums[kiln.at(i, sums_len, 15)] = sum;
        less[kiln.at(i, less_len, 21)] = (u32)((float)y[i] < (float)f8e5m2(0.5f)) + 2 * (u32)((float)y[i] == (float)z[i]) + 4 * (u32)kiln::is_nan_f32((float)y[i]);
    }
}
