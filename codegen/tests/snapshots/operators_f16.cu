typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef long long isize;
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


// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 saturate.21627796 to.5dedd7cc
//   launch_info.502d9f1e

extern "C" __global__ void operators_f16(
    const f16* __restrict__ x, usize x_len,
    const f16* __restrict__ y, usize y_len,
    u64* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    out[kiln.at(i * 100 + 0, out_len, 4)] = (u64)(x[kiln.at(i, x_len, 2)] + y[kiln.at(i, y_len, 3)]).bits;
    out[kiln.at(i * 100 + 1, out_len, 8)] = (u64)(x[kiln.at(i, x_len, 6)] - y[kiln.at(i, y_len, 7)]).bits;
    out[kiln.at(i * 100 + 2, out_len, 12)] = (u64)(x[kiln.at(i, x_len, 10)] * y[kiln.at(i, y_len, 11)]).bits;
    out[kiln.at(i * 100 + 3, out_len, 16)] = (u64)(x[kiln.at(i, x_len, 14)] / y[kiln.at(i, y_len, 15)]).bits;
    out[kiln.at(i * 100 + 4, out_len, 20)] = (u64)f16(fmodf((float)x[kiln.at(i, x_len, 18)], (float)y[kiln.at(i, y_len, 19)])).bits;
    out[kiln.at(i * 100 + 5, out_len, 24)] = (u64)(x[kiln.at(i, x_len, 22)] == y[kiln.at(i, y_len, 23)]);
    out[kiln.at(i * 100 + 6, out_len, 28)] = (u64)(x[kiln.at(i, x_len, 26)] != y[kiln.at(i, y_len, 27)]);
    out[kiln.at(i * 100 + 7, out_len, 32)] = (u64)(x[kiln.at(i, x_len, 30)] < y[kiln.at(i, y_len, 31)]);
    out[kiln.at(i * 100 + 8, out_len, 36)] = (u64)(x[kiln.at(i, x_len, 34)] <= y[kiln.at(i, y_len, 35)]);
    out[kiln.at(i * 100 + 9, out_len, 40)] = (u64)(x[kiln.at(i, x_len, 38)] > y[kiln.at(i, y_len, 39)]);
    out[kiln.at(i * 100 + 10, out_len, 44)] = (u64)(x[kiln.at(i, x_len, 42)] >= y[kiln.at(i, y_len, 43)]);
    out[kiln.at(i * 100 + 11, out_len, 47)] = (u64)(-x[kiln.at(i, x_len, 46)]).bits;
    out[kiln.at(i * 100 + 12, out_len, 50)] = (u64)(-(-x[kiln.at(i, x_len, 49)])).bits;
    out[kiln.at(i * 100 + 13, out_len, 53)] = (u64)kiln::to<i8>((float)x[kiln.at(i, x_len, 52)]);
    out[kiln.at(i * 100 + 14, out_len, 56)] = (u64)kiln::to<i16>((float)x[kiln.at(i, x_len, 55)]);
    out[kiln.at(i * 100 + 15, out_len, 59)] = (u64)kiln::to<i32>((float)x[kiln.at(i, x_len, 58)]);
    out[kiln.at(i * 100 + 16, out_len, 62)] = (u64)kiln::to<i64>((float)x[kiln.at(i, x_len, 61)]);
    out[kiln.at(i * 100 + 17, out_len, 65)] = (u64)kiln::to<isize>((float)x[kiln.at(i, x_len, 64)]);
    out[kiln.at(i * 100 + 18, out_len, 68)] = (u64)kiln::to<u8>((float)x[kiln.at(i, x_len, 67)]);
    out[kiln.at(i * 100 + 19, out_len, 71)] = (u64)kiln::to<u16>((float)x[kiln.at(i, x_len, 70)]);
    out[kiln.at(i * 100 + 20, out_len, 74)] = (u64)kiln::to<u32>((float)x[kiln.at(i, x_len, 73)]);
    out[kiln.at(i * 100 + 21, out_len, 77)] = kiln::to<u64>((float)x[kiln.at(i, x_len, 76)]);
    out[kiln.at(i * 100 + 22, out_len, 80)] = (u64)kiln::to<usize>((float)x[kiln.at(i, x_len, 79)]);
    out[kiln.at(i * 100 + 23, out_len, 83)] = (u64)x[kiln.at(i, x_len, 82)].bits;
    out[kiln.at(i * 100 + 24, out_len, 86)] = (u64)bf16((float)x[kiln.at(i, x_len, 85)]).bits;
    out[kiln.at(i * 100 + 25, out_len, 89)] = (u64)__float_as_uint((float)x[kiln.at(i, x_len, 88)]);
    out[kiln.at(i * 100 + 26, out_len, 92)] = (u64)__double_as_longlong((double)(float)x[kiln.at(i, x_len, 91)]);
    out[kiln.at(i * 100 + 27, out_len, 94)] = (u64)(u16)14336;
    out[kiln.at(i * 100 + 28, out_len, 97)] = (u64)(f16(0.5f) < y[kiln.at(i, y_len, 96)]);
    out[kiln.at(i * 100 + 29, out_len, 100)] = (u64)(f16(0.5f) + x[kiln.at(i, x_len, 99)]).bits;
    out[kiln.at(i * 100 + 30, out_len, 103)] = (u64)(x[kiln.at(i, x_len, 102)] - f16(0.5f)).bits;
    out[kiln.at(i * 100 + 31, out_len, 105)] = (u64)(f16(0.5f) * f16(0.5f)).bits;
    out[kiln.at(i * 100 + 32, out_len, 107)] = (u64)(u16)49280;
    out[kiln.at(i * 100 + 33, out_len, 110)] = (u64)(f16(-2.25f) < y[kiln.at(i, y_len, 109)]);
    out[kiln.at(i * 100 + 34, out_len, 113)] = (u64)(f16(-2.25f) + x[kiln.at(i, x_len, 112)]).bits;
    out[kiln.at(i * 100 + 35, out_len, 116)] = (u64)(x[kiln.at(i, x_len, 115)] - f16(-2.25f)).bits;
    out[kiln.at(i * 100 + 36, out_len, 118)] = (u64)(f16(-2.25f) * f16(-2.25f)).bits;
    out[kiln.at(i * 100 + 37, out_len, 120)] = (u64)(u16)28898;
    out[kiln.at(i * 100 + 38, out_len, 123)] = (u64)(f16(10000.0f) < y[kiln.at(i, y_len, 122)]);
    out[kiln.at(i * 100 + 39, out_len, 126)] = (u64)(f16(10000.0f) + x[kiln.at(i, x_len, 125)]).bits;
    out[kiln.at(i * 100 + 40, out_len, 129)] = (u64)(x[kiln.at(i, x_len, 128)] - f16(10000.0f)).bits;
    out[kiln.at(i * 100 + 41, out_len, 131)] = (u64)(f16(10000.0f) * f16(10000.0f)).bits;
    out[kiln.at(i * 100 + 42, out_len, 133)] = (u64)(u16)31744;
    out[kiln.at(i * 100 + 43, out_len, 136)] = (u64)(f16(__uint_as_float(0x7f800000u)) < y[kiln.at(i, y_len, 135)]);
    out[kiln.at(i * 100 + 44, out_len, 139)] = (u64)(f16(__uint_as_float(0x7f800000u)) + x[kiln.at(i, x_len, 138)]).bits;
    out[kiln.at(i * 100 + 45, out_len, 142)] = (u64)(x[kiln.at(i, x_len, 141)] - f16(__uint_as_float(0x7f800000u))).bits;
    out[kiln.at(i * 100 + 46, out_len, 144)] = (u64)(f16(__uint_as_float(0x7f800000u)) * f16(__uint_as_float(0x7f800000u))).bits;
    out[kiln.at(i * 100 + 47, out_len, 146)] = (u64)(u16)64512;
    out[kiln.at(i * 100 + 48, out_len, 149)] = (u64)(f16(__uint_as_float(0xff800000u)) < y[kiln.at(i, y_len, 148)]);
    out[kiln.at(i * 100 + 49, out_len, 152)] = (u64)(f16(__uint_as_float(0xff800000u)) + x[kiln.at(i, x_len, 151)]).bits;
    out[kiln.at(i * 100 + 50, out_len, 155)] = (u64)(x[kiln.at(i, x_len, 154)] - f16(__uint_as_float(0xff800000u))).bits;
    out[kiln.at(i * 100 + 51, out_len, 157)] = (u64)(f16(__uint_as_float(0xff800000u)) * f16(__uint_as_float(0xff800000u))).bits;
    out[kiln.at(i * 100 + 52, out_len, 159)] = (u64)(u16)32256;
    out[kiln.at(i * 100 + 53, out_len, 162)] = (u64)(f16(__uint_as_float(0x7fc00000u)) < y[kiln.at(i, y_len, 161)]);
    out[kiln.at(i * 100 + 54, out_len, 165)] = (u64)(f16(__uint_as_float(0x7fc00000u)) + x[kiln.at(i, x_len, 164)]).bits;
    out[kiln.at(i * 100 + 55, out_len, 168)] = (u64)(x[kiln.at(i, x_len, 167)] - f16(__uint_as_float(0x7fc00000u))).bits;
    out[kiln.at(i * 100 + 56, out_len, 170)] = (u64)(f16(__uint_as_float(0x7fc00000u)) * f16(__uint_as_float(0x7fc00000u))).bits;
    out[kiln.at(i * 100 + 57, out_len, 172)] = (u64)(u16)11878;
    out[kiln.at(i * 100 + 58, out_len, 175)] = (u64)(f16(0.099975586f) < y[kiln.at(i, y_len, 174)]);
    out[kiln.at(i * 100 + 59, out_len, 178)] = (u64)(f16(0.099975586f) + x[kiln.at(i, x_len, 177)]).bits;
    out[kiln.at(i * 100 + 60, out_len, 181)] = (u64)(x[kiln.at(i, x_len, 180)] - f16(0.099975586f)).bits;
    out[kiln.at(i * 100 + 61, out_len, 183)] = (u64)(f16(0.099975586f) * f16(0.099975586f)).bits;
    out[kiln.at(i * 100 + 62, out_len, 188)] = (u64)(x[kiln.at(i, x_len, 187)] - ((x[kiln.at(i, x_len, 185)] + y[kiln.at(i, y_len, 186)]) * x[kiln.at(i, x_len, 187)] - (x[kiln.at(i, x_len, 185)] + y[kiln.at(i, y_len, 186)]))).bits;
    out[kiln.at(i * 100 + 63, out_len, 190)] = (u64)((x[kiln.at(i, x_len, 185)] + y[kiln.at(i, y_len, 186)]) * x[kiln.at(i, x_len, 187)] - (x[kiln.at(i, x_len, 185)] + y[kiln.at(i, y_len, 186)]) >= (x[kiln.at(i, x_len, 185)] < y[kiln.at(i, y_len, 186)] ? x[kiln.at(i, x_len, 185)] : y[kiln.at(i, y_len, 186)]));
    out[kiln.at(i * 100 + 64, out_len, 192)] = (u64)((x[kiln.at(i, x_len, 185)] < y[kiln.at(i, y_len, 186)] ? x[kiln.at(i, x_len, 185)] : y[kiln.at(i, y_len, 186)]) * y[kiln.at(i, y_len, 186)]).bits;
    f16 total = x[kiln.at(i, x_len, 194)];
    total = total + y[kiln.at(i, y_len, 196)];
    out[kiln.at(i * 100 + 65, out_len, 198)] = (u64)total.bits;
    total = total - y[kiln.at(i, y_len, 200)];
    out[kiln.at(i * 100 + 66, out_len, 202)] = (u64)total.bits;
    total = total * y[kiln.at(i, y_len, 204)];
    out[kiln.at(i * 100 + 67, out_len, 206)] = (u64)total.bits;
    total = total / y[kiln.at(i, y_len, 208)];
    out[kiln.at(i * 100 + 68, out_len, 210)] = (u64)total.bits;
    total = f16(fmodf((float)total, (float)y[kiln.at(i, y_len, 212)]));
    out[kiln.at(i * 100 + 69, out_len, 214)] = (u64)total.bits;
    total = total + f16(1.5f);
    total = total - f16(1.5f);
    total = total * f16(1.5f);
    total = total / f16(1.5f);
    total = f16(fmodf((float)total, (float)f16(1.5f)));
    out[kiln.at(i * 100 + 70, out_len, 221)] = (u64)total.bits;
}
