typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.082ef353

struct Complex_f32 {
    float re;
    float im;
};
static_assert(sizeof(Complex_f32) == 8 && alignof(Complex_f32) == 4);
static_assert(__INTADDR__(&((Complex_f32*)0)->re) == 0);
static_assert(__INTADDR__(&((Complex_f32*)0)->im) == 4);

__device__ __forceinline__ float Complex_norm2(Complex_f32 self) {
    return self.re * self.re + self.im * self.im;
}

__device__ __forceinline__ Complex_f32 Complex_mul(Complex_f32 self, float by) {
    const Complex_f32 result = {self.re * by, self.im * by};
    return result;
}

__device__ __forceinline__ Complex_f32 Complex_add(Complex_f32 self, Complex_f32 o) {
    const Complex_f32 result = {self.re + o.re, self.im + o.im};
    return result;
}

__device__ __forceinline__ Complex_f32 Complex_mul_2(Complex_f32 self, Complex_f32 o) {
    const Complex_f32 result = {self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re};
    return result;
}

extern "C" __global__ void julia(
    usize width,
    float scale,
    Complex_f32 c,
    u32* __restrict__ rounds, usize rounds_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rounds_len) {
        const Complex_f32 center = {-1.0f, -1.0f};
        const Complex_f32 at = {(float)kiln.rem(i, width, 13), (float)kiln.div(i, width, 14)};
        const Complex_f32 value = Complex_mul(at, scale);
        Complex_f32 z = Complex_add(value, center);
        u32 n = 0;
        while (true) {
            bool condition = n < 40;
            if (condition) {
                const float value_1 = Complex_norm2(z);
                condition = value_1 <= 4.0f;
            }
            if (!condition) {
                break;
            }
            const Complex_f32 value_1 = Complex_mul_2(z, z);
            z = Complex_add(value_1, c);
            n += 1;
        }
        rounds[i] = n;
    }
}
