typedef int i32;
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

// prelude: fail_record.18877a3b fail.ebbbc3a8 hidden.67bf754a negated.60e6282c least.2cba5021 at_least.a41885c4
//   unsigned_by_size.3ee267ca limits.6be52157 saturate.21627796 to.5dedd7cc exp_f32.5cbae4d1 exp2_f32.3c930993
//   exp_m1_f32.82ba784a ln_f32.b5e5e3e3 log2_f32.f30cdd4b log10_f32.6fd4bc3c ln_1p_f32.bbcbb94c cbrt_f32.bede1721
//   sin_f32.010590d2 cos_f32.005c36b7 tan_f32.56889db3 asin_f32.16bb8444 acos_f32.15a45a64 atan_f32.becd5e4a
//   sinh_f32.59f05c77 cosh_f32.cd7d23fb tanh_f32.02e64c26 asinh_f32.5bb0c9bb acosh_f32.5f200d25 atanh_f32.4e7458a8
//   erf_f32.e6892a34 erfc_f32.ebaece09 launch_info.502d9f1e

extern "C" __global__ void of_one(
    const bf16* __restrict__ x, usize x_len,
    array<bf16, 22>* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const bf16 v = x[kiln.at(i, x_len, 4)];
        out[i] = array<bf16, 22>{bf16(kiln::exp_f32((float)v)), bf16(kiln::exp2_f32((float)v)), bf16(kiln::exp_m1_f32((float)v)), bf16(kiln::ln_f32((float)v)), bf16(kiln::log2_f32((float)v)), bf16(kiln::log10_f32((float)v)), bf16(kiln::ln_1p_f32((float)v)), bf16(kiln::cbrt_f32((float)v)), bf16(kiln::sin_f32((float)v)), bf16(kiln::cos_f32((float)v)), bf16(kiln::tan_f32((float)v)), bf16(kiln::asin_f32((float)v)), bf16(kiln::acos_f32((float)v)), bf16(kiln::atan_f32((float)v)), bf16(kiln::sinh_f32((float)v)), bf16(kiln::cosh_f32((float)v)), bf16(kiln::tanh_f32((float)v)), bf16(kiln::asinh_f32((float)v)), bf16(kiln::acosh_f32((float)v)), bf16(kiln::atanh_f32((float)v)), bf16(kiln::erf_f32((float)v)), bf16(kiln::erfc_f32((float)v))};
    }
}
