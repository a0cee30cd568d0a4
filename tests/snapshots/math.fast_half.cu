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


template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 log_f32.fd9b1b2c launch_info.502d9f1e

extern "C" __global__ void fast_half(
    const f16* __restrict__ x, usize x_len,
    const f16* __restrict__ y, usize y_len,
    array<f16, 26>* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const f16 saved = x[kiln.at(i, x_len, 4)];
        const f16 saved_1 = y[kiln.at(i, y_len, 5)];
        const f16 v = saved;
        const f16 w = saved_1;
        out[i] = array<f16, 26>{f16(expf((float)v)), f16(exp2f((float)v)), f16(expm1f((float)v)), f16(logf((float)v)), f16(log2f((float)v)), f16(log10f((float)v)), f16(log1pf((float)v)), f16(cbrtf((float)v)), f16(sinf((float)v)), f16(cosf((float)v)), f16(tanf((float)v)), f16(asinf((float)v)), f16(acosf((float)v)), f16(atanf((float)v)), f16(sinhf((float)v)), f16(coshf((float)v)), f16(tanhf((float)v)), f16(asinhf((float)v)), f16(acoshf((float)v)), f16(atanhf((float)v)), f16(erff((float)v)), f16(erfcf((float)v)), f16(powf((float)v, (float)w)), f16(hypotf((float)v, (float)w)), f16(atan2f((float)v, (float)w)), f16(kiln::log_f32((float)v, (float)w))};
    }
}
