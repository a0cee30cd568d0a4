typedef int i32;
typedef long long i64;
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


template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 hidden.67bf754a negated.60e6282c least.2cba5021 at_least.a41885c4
//   unsigned_by_size.3ee267ca limits.6be52157 saturate.21627796 to.5dedd7cc exp_f32.5cbae4d1 exp2_f32.3c930993
//   exp_m1_f32.82ba784a ln_f32.b5e5e3e3 log2_f32.f30cdd4b log10_f32.6fd4bc3c ln_1p_f32.bbcbb94c cbrt_f32.bede1721
//   sin_f32.010590d2 cos_f32.005c36b7 tan_f32.56889db3 asin_f32.16bb8444 acos_f32.15a45a64 atan_f32.becd5e4a
//   sinh_f32.59f05c77 cosh_f32.cd7d23fb tanh_f32.02e64c26 asinh_f32.5bb0c9bb acosh_f32.5f200d25 atanh_f32.4e7458a8
//   erf_f32.e6892a34 erfc_f32.ebaece09 launch_info.502d9f1e

extern "C" __global__ void of_one(
    const f16* __restrict__ x, usize x_len,
    array<f16, 22>* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const f16 v = x[kiln.at(i, x_len, 4)];
        out[i] = array<f16, 22>{f16(kiln::exp_f32((float)v)), f16(kiln::exp2_f32((float)v)), f16(kiln::exp_m1_f32((float)v)), f16(kiln::ln_f32((float)v)), f16(kiln::log2_f32((float)v)), f16(kiln::log10_f32((float)v)), f16(kiln::ln_1p_f32((float)v)), f16(kiln::cbrt_f32((float)v)), f16(kiln::sin_f32((float)v)), f16(kiln::cos_f32((float)v)), f16(kiln::tan_f32((float)v)), f16(kiln::asin_f32((float)v)), f16(kiln::acos_f32((float)v)), f16(kiln::atan_f32((float)v)), f16(kiln::sinh_f32((float)v)), f16(kiln::cosh_f32((float)v)), f16(kiln::tanh_f32((float)v)), f16(kiln::asinh_f32((float)v)), f16(kiln::acosh_f32((float)v)), f16(kiln::atanh_f32((float)v)), f16(kiln::erf_f32((float)v)), f16(kiln::erfc_f32((float)v))};
    }
}
