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


// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.082ef353

struct Complex_f16 {
    f16 re;
    f16 im;
};
static_assert(sizeof(Complex_f16) == 4 && alignof(Complex_f16) == 2);
static_assert(__INTADDR__(&((Complex_f16*)0)->re) == 0);
static_assert(__INTADDR__(&((Complex_f16*)0)->im) == 2);

__device__ __forceinline__ f16 Complex_norm2(Complex_f16 self) {
    return self.re * self.re + self.im * self.im;
}

__device__ __forceinline__ Complex_f16 Complex_mul(Complex_f16 self, f16 by) {
    const Complex_f16 result = {self.re * by, self.im * by};
    return result;
}

__device__ __forceinline__ Complex_f16 Complex_add(Complex_f16 self, Complex_f16 o) {
    const Complex_f16 result = {self.re + o.re, self.im + o.im};
    return result;
}

__device__ __forceinline__ Complex_f16 Complex_mul_2(Complex_f16 self, Complex_f16 o) {
    const Complex_f16 result = {self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re};
    return result;
}

extern "C" __global__ void julia(
    usize width,
    f16 scale,
    Complex_f16 c,
    u32* __restrict__ rounds, usize rounds_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rounds_len) {
        const Complex_f16 center = {-f16(1.0f), -f16(1.0f)};
        const Complex_f16 at = {f16((float)kiln.rem(i, width, 13)), f16((float)kiln.div(i, width, 14))};
        const Complex_f16 value = Complex_mul(at, scale);
        Complex_f16 z = Complex_add(value, center);
        u32 n = 0;
        while (true) {
            bool condition = n < 40;
            if (condition) {
                const f16 value_1 = Complex_norm2(z);
                condition = value_1 <= f16(4.0f);
            }
            if (!condition) {
                break;
            }
            const Complex_f16 value_1 = Complex_mul_2(z, z);
            z = Complex_add(value_1, c);
            n += 1;
        }
        rounds[i] = n;
    }
}
