typedef signed char i8;
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


// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

__device__ __forceinline__ void tell(usize i, float what) {
    printf("[%llu: %.1f]", (u64)i, (double)what);
}

extern "C" __global__ void lines(
    const float* __restrict__ x, usize x_len,
    const i8* __restrict__ n, usize n_len,
    const u64* __restrict__ wide, usize wide_len,
    const f16* __restrict__ h, usize h_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 3 == 1) {
        const bool odd = n[kiln.at(i, n_len, 8)] % 2 != 0;
        printf("%3llu x = %8.3f %.9g n = %-5d|%#x %s \"100%%\" {} \\\n", (u64)i, (double)x[kiln.at(i, x_len, 11)], (double)x[kiln.at(i, x_len, 12)], (i32)n[i], (u32)(u8)n[i], odd ? "true" : "false");
        tell(i, x[i]);
        printf("\n");
        printf("%+llu %g %06lld %x\n", (u64)wide[kiln.at(i, wide_len, 20)], (double)(float)h[kiln.at(i, h_len, 21)], (i64)(i64)-(u64)(i64)n[i], (u32)(u32)(i32)((i32)n[i] * 1000u));
    }
}
