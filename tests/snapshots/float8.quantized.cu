// least: sm_90
typedef int i32;
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


// A float of 8 bits with 4 of exponent. What is rounded to it saturates, and a NaN becomes 0x7f. There are
// conversions alone.
struct f8e4m3 {
    u8 bits;

    f8e4m3() = default;
    __device__ __forceinline__ explicit f8e4m3(float x) {
#if __CUDA_ARCH__ >= 890
        u16 pair;
        asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(0.0f), "f"(x));
        bits = (u8)pair;
#else
        const u32 u = __float_as_uint(x), m = u & 0x7fffffffu;
        // Added to a number whose last place is the smallest subnormal, what is below it is rounded to a multiple of
        // that.
        const u32 below = __float_as_uint(__fadd_rn(__uint_as_float(m), 16384.0f)) & 0xff;
        const u32 normal = (m + (1u << 19) - 1 + (m >> 20 & 1) - 0x3c000000u) >> 20;
        const u32 value = m > 0x43e00000u ? 0x7e : m < 0x3c800000u ? below : normal;
        bits = (u8)(x == x ? u >> 24 & 0x80 | value : 0x7f);
#endif
    }
    // Rounding to odd first keeps the second rounding exact.
    __device__ __forceinline__ explicit f8e4m3(double x) {
        const float odd = __double2float_rz(x);
        *this = f8e4m3((double)odd == x ? odd : __uint_as_float(__float_as_uint(odd) | 1));
    }
    __device__ __forceinline__ explicit operator float() const {
        float x;
#if __CUDA_ARCH__ >= 890
        asm("{.reg .b32 w; .reg .b16 l, h; cvt.rn.f16x2.e4m3x2 w, %1; mov.b32 {l, h}, w; cvt.f32.f16 %0, l;}" : "=f"(x) : "h"((u16)bits));
        return x;
#else
        // An f16 moved by a place.
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((u16)((bits & 0x80) << 8 | (bits & 0x7f) << 7)));
        return (bits & 0x7f) == 0x7f ? __uint_as_float(0x7fc00000u) : x * 256.0f;
#endif
    }
};

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

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: int_max.1a21aab5 int_min.8439cc99 shared_address.62766488 ldmatrix_x4.8f2556c3 ldmatrix_x4_trans.843041fa
//   mma_m16n8k32_e4m3_e5m2.c546e28b move_16.def5b418 move_4.7d00b3c3 move_8.e96dfb16 div_ceil_u64.4268445c
//   saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(128, 2) quantized(
    float of_left,
    float of_right,
    const float* __restrict__ a, usize a_len,
    usize a_extent_0,
    usize a_extent_1,
    usize a_stride_0,
    usize a_stride_1,
    const f16* __restrict__ b, usize b_len,
    usize b_extent_0,
    usize b_extent_1,
    usize b_stride_0,
    usize b_stride_1,
    float* __restrict__ c, usize c_len,
    usize c_extent_0,
    usize c_extent_1,
    usize c_stride_0,
    usize c_stride_1
) {
    __shared__ __align__(16) array<f8e4m3, 2560> left;
    __shared__ __align__(16) array<f8e5m2, 3072> right;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 4;
    const usize thread_part_1 = thread & 15;
    const usize thread_start = thread_part_1 * 4;
    const usize thread_part_2 = thread >> 2;
    const usize thread_part_3 = thread & 3;
    const usize thread_start_1 = thread_part_3 * 8;
    const usize thread_part_4 = thread >> 6;
    const usize thread_start_2 = thread_part_4 * 16;
    const usize thread_part_5 = thread >> 4 & 1;
    const usize thread_start_3 = thread_part_5 * 16;
    const usize thread_part_6 = thread >> 5 & 1;
    const usize thread_start_4 = thread_part_6 * 16;
    const usize thread_part_7 = thread & 1;
    const usize thread_part_8 = thread >> 1 & 3;
    const usize thread_start_5 = thread_part_8 * 4;
    const usize thread_part_9 = thread >> 2 & 1;
    const usize thread_part_10 = thread >> 3 & 1;
    const usize thread_part_11 = thread >> 1 & 1;
    const usize thread_part_12 = thread >> 2 & 7;
    const usize thread_start_6 = thread_part_3 * 4;
    usize tile_0 = (usize)blockIdx.x;
    usize tile_1 = (usize)blockIdx.y;
    if ((usize)gridDim.x * (usize)gridDim.y - 257 < 268435198) {
        const usize number = (usize)blockIdx.y * (usize)gridDim.x + (usize)blockIdx.x;
        const usize group = (usize)((u32)number / kiln::int_max((u32)((usize)gridDim.y * 16), 1u));
        const usize within = number - group * ((usize)gridDim.y * 16);
        const usize first = group * 16;
        const usize height = (usize)gridDim.x - first < 16 ? (usize)gridDim.x - first : 16;
        tile_1 = (usize)((u32)within / kiln::int_max((u32)height, 1u));
        tile_0 = first + (within - tile_1 * height);
    }
    const usize m = tile_0;
    const usize n = tile_1;
    __align__(16) array<float, 8> sum;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        sum[r] = 0.0f;
    }
    for (usize k = 0, k_end = kiln::div_ceil_u64(a_extent_1, 64ull); k < k_end; ++k) {
        __align__(16) array<float, 16> a_tile;
        const usize a_row = kiln::int_min(m, a_extent_0) * 32;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const u32 left_1 = (u32)kiln::saturating_sub_u64(a_rows, thread_part);
        const usize a_column = kiln::int_min(k, a_extent_1) * 64;
        const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
        const u32 left_2 = (u32)kiln::saturating_sub_u64(a_columns, thread_start);
        const usize a_start = a_row * a_stride_0 + a_column;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize k_1 = 0; k_1 < 4; ++k_1) {
                a_tile[i * 4 + k_1] = 0.0f;
            }
            if ((u32)(i * 8) < left_1 && 0 < left_2) {
                kiln::move_16(a_tile[i * 4], a[a_start + thread_part * a_stride_0 + thread_start + i * 8 * a_stride_0]);
            }
        }
        __align__(16) array<f8e4m3, 16> left_3;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            left_3[r] = f8e4m3(a_tile[r] / of_left);
        }
        __align__(16) array<f16, 16> b_tile;
        const usize b_row = kiln::int_min(k, b_extent_0) * 64;
        const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
        const u32 left_4 = (u32)kiln::saturating_sub_u64(b_rows, thread_part_2);
        const usize b_column = kiln::int_min(n, b_extent_1) * 32;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        const u32 left_5 = (u32)kiln::saturating_sub_u64(b_columns, thread_start_1);
        const usize b_start = b_row * b_stride_0 + b_column;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            #pragma unroll
            for (usize k_1 = 0; k_1 < 8; ++k_1) {
                b_tile[i * 8 + k_1] = f16(0.0f);
            }
            if ((u32)(i * 32) < left_4 && 0 < left_5) {
                kiln::move_16(b_tile[i * 8], b[b_start + thread_part_2 * b_stride_0 + thread_start_1 + i * 32 * b_stride_0]);
            }
        }
        __align__(16) array<f8e5m2, 16> right_1;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            right_1[r] = f8e5m2((float)b_tile[r] / of_right);
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::move_4(left[(thread_part + i * 8) * 80 + thread_start], left_3[i * 4]);
        }
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            kiln::move_8(right[(thread_part_2 + i * 32) * 48 + thread_start_1], right_1[i * 8]);
        }
        __align__(16) array<u32, 4> left_part;
        __align__(16) array<u32, 4> right_part;
        const usize lane_start = (thread_start_2 + thread_part_1) * 80 + thread_start_3;
        const usize lane_start_1 = (thread_part_7 + thread_start_5 + (thread_part_9 ^ thread_part_10) * 2 + thread_start_3) * 48 + thread_start_4;
        __syncthreads();
        #pragma unroll
        for (usize k_1 = 0; k_1 < 2; ++k_1) {
            kiln::ldmatrix_x4(left_part[0], left[lane_start + k_1 * 32]);
            __align__(16) array<u32, 4> pairs;
            kiln::ldmatrix_x4_trans(pairs[0], right[lane_start_1 + k_1 * 32 * 48]);
            const u32 even = thread_part_11 < 1 ? 25632u : 8292u;
            right_part[0] = __byte_perm(pairs[0], pairs[1], even);
            right_part[2] = __byte_perm(pairs[0], pairs[1], (even + 4369));
            right_part[1] = __byte_perm(pairs[2], pairs[3], even);
            right_part[3] = __byte_perm(pairs[2], pairs[3], (even + 4369));
            #pragma unroll
            for (usize j = 0; j < 2; ++j) {
                kiln::mma_m16n8k32_e4m3_e5m2(sum[j * 4], left_part[0], right_part[j * 2]);
            }
        }
    }
    const float scalar = of_left * of_right;
    array<float, 8> tile;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile[r] = sum[r] * scalar;
    }
    const usize c_row = kiln::int_min(m, c_extent_0) * 32;
    const usize c_rows = kiln::saturating_sub_u64(c_extent_0, c_row);
    const usize c_column = kiln::int_min(n, c_extent_1) * 32;
    const usize c_columns = kiln::saturating_sub_u64(c_extent_1, c_column);
    const usize c_start = c_row * c_stride_0 + c_column;
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            #pragma unroll
            for (usize j_1 = 0; j_1 < 2; ++j_1) {
                if (thread_part_12 + thread_start_2 + i * 8 < c_rows && thread_start_6 + thread_start_4 + j + j_1 * 2 < c_columns) {
                    c[c_start + (thread_part_12 + thread_start_2) * c_stride_0 + thread_start_6 + thread_start_4 + i * 8 * c_stride_0 + j + j_1 * 2] = tile[j * 4 + i * 2 + j_1];
                }
            }
        }
    }
}
