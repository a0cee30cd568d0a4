// least: sm_80
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

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: int_max.1a21aab5 int_min.8439cc99 move_16.def5b418 store_16.d38ece70 unsigned_by_size.3ee267ca
//   limits.6be52157 saturate.21627796 to.5dedd7cc saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(32, 1) of_tiles(
    const float* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    f8e4m3* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_stride_0,
    usize y_stride_1,
    float* __restrict__ wide, usize wide_len,
    usize wide_extent_0,
    usize wide_extent_1,
    usize wide_stride_0,
    usize wide_stride_1,
    f8e4m3* __restrict__ moved, usize moved_len,
    usize moved_extent_0,
    usize moved_extent_1,
    usize moved_stride_0,
    usize moved_stride_1,
    f8e4m3* __restrict__ lines, usize lines_len,
    usize lines_extent_0,
    usize lines_extent_1,
    usize lines_stride_0,
    usize lines_stride_1
) {
    __shared__ array<f8e4m3, 136> exchange;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 2;
    const usize thread_part_1 = thread & 3;
    const usize thread_part_2 = thread & 7;
    const usize thread_part_3 = thread >> 3;
    const usize i = (usize)blockIdx.x;
    __align__(16) array<float, 16> x_1;
    const usize x_row = kiln::int_min(i, x_extent_0) * 8;
    const usize x_rows = kiln::saturating_sub_u64(x_extent_0, x_row);
    const u32 left = (u32)kiln::saturating_sub_u64(x_rows, thread_part);
    const u32 left_1 = (u32)kiln::saturating_sub_u64(x_extent_1, 0ull);
    const usize x_start = x_row * x_stride_0;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            x_1[j * 4 + k] = 0.25f;
        }
        if (0 < left && (u32)(j * 4) < left_1) {
            kiln::move_16(x_1[j * 4], x[x_start + thread_part * x_stride_0 + j * 4]);
        }
    }
    __align__(16) array<f8e4m3, 16> small;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        small[r] = f8e4m3(x_1[r]);
    }
    const usize y_row = kiln::int_min(i, y_extent_0) * 8;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const u32 left_2 = (u32)kiln::saturating_sub_u64(y_rows, thread_part);
    const u32 left_3 = (u32)kiln::saturating_sub_u64(y_extent_1, 0ull);
    const usize y_start = y_row * y_stride_0;
    if (thread_part_1 < 1 && 0 < left_2 && 0 < left_3) {
        kiln::store_16(y[y_start + thread_part * y_stride_0], small[0]);
    }
    array<float, 16> halves;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        halves[r] = (float)f16((float)small[r]) + (float)bf16((float)small[r]);
    }
    __align__(16) array<float, 16> tile;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        tile[r] = halves[r] + (float)kiln::to<i32>((float)small[r]);
    }
    const usize wide_row = kiln::int_min(i, wide_extent_0) * 8;
    const usize wide_rows = kiln::saturating_sub_u64(wide_extent_0, wide_row);
    const u32 left_4 = (u32)kiln::saturating_sub_u64(wide_rows, thread_part);
    const u32 left_5 = (u32)kiln::saturating_sub_u64(wide_extent_1, 0ull);
    const usize wide_start = wide_row * wide_stride_0;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        if (thread_part_1 < 1 && 0 < left_4 && (u32)(j * 4) < left_5) {
            kiln::store_16(wide[wide_start + thread_part * wide_stride_0 + j * 4], tile[j * 4]);
        }
    }
    array<float, 16> tile_1;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        tile_1[r] = (float)small[r];
    }
    float greatest = __uint_as_float(0x7fc00000u);
    #pragma unroll
    for (usize j = 0; j < 16; ++j) {
        greatest = fmaxf(greatest, tile_1[j]);
    }
    f8e4m3 most;
    most = f8e4m3(greatest);
    float tile_2;
    tile_2 = (float)most;
    const float scalar = (float)f8e4m3(1.0f);
    array<f8e4m3, 16> product;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        product[r] = f8e4m3((float)f8e4m3((float)small[r] + tile_2) * (float)f8e4m3(fminf((float)small[r], scalar)));
    }
    array<f8e4m3, 16> sorted;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        sorted[r] = product[r];
    }
    u32 step = 1;
    while (step < 16) {
        u32 mask = step + step - 1;
        u32 half = step;
        while (mask > 0) {
            array<u32, 16> partner;
            #pragma unroll
            for (usize j = 0; j < 16; ++j) {
                partner[j] = (u32)j ^ mask;
            }
            array<f8e4m3, 16> other;
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 16; ++j) {
                if (thread_part_1 < 1) {
                    exchange[thread_part * 17 + j] = sorted[j];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 16; ++j) {
                const usize number = (usize)partner[j];
                other[j] = number < 16 ? exchange[thread_part * 17 + number] : f8e4m3(0.0f);
            }
            array<bool, 16> less;
            #pragma unroll
            for (usize r = 0; r < 16; ++r) {
                less[r] = (float)other[r] < (float)sorted[r] | (float)sorted[r] != (float)sorted[r] & (float)other[r] == (float)other[r];
            }
            array<bool, 16> less_1;
            #pragma unroll
            for (usize r = 0; r < 16; ++r) {
                less_1[r] = (float)sorted[r] < (float)other[r] | (float)other[r] != (float)other[r] & (float)sorted[r] == (float)sorted[r];
            }
            array<bool, 16> leads;
            #pragma unroll
            for (usize j = 0; j < 16; ++j) {
                leads[j] = (u32)j < partner[j];
            }
            array<bool, 16> swaps;
            #pragma unroll
            for (usize r = 0; r < 16; ++r) {
                swaps[r] = (leads[r] & less[r] | !leads[r] & less_1[r]) & partner[r] < 16;
            }
            #pragma unroll
            for (usize r = 0; r < 16; ++r) {
                sorted[r] = swaps[r] ? other[r] : sorted[r];
            }
            half = half >> 1;
            mask = half;
        }
        step = step + step;
    }
    array<f8e4m3, 16> ordered;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        ordered[r] = sorted[r];
    }
    const u32 scalar_1 = 16u - 1;
    array<u32, 16> tile_3;
    #pragma unroll
    for (usize j = 0; j < 16; ++j) {
        tile_3[j] = scalar_1 - (u32)j;
    }
    array<f8e4m3, 16> x_picked;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 16; ++j) {
        if (thread_part_1 < 1) {
            exchange[thread_part * 17 + j] = small[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 16; ++j) {
        const usize number = (usize)tile_3[j];
        x_picked[j] = number < 16 ? exchange[thread_part * 17 + number] : f8e4m3(0.0f);
    }
    __align__(16) array<f8e4m3, 16> tile_4;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        tile_4[r] = (float)ordered[r] < (float)small[r] ? ordered[r] : x_picked[r];
    }
    const usize moved_row = kiln::int_min(i, moved_extent_0) * 8;
    const usize moved_rows = kiln::saturating_sub_u64(moved_extent_0, moved_row);
    const u32 left_6 = (u32)kiln::saturating_sub_u64(moved_rows, thread_part);
    const u32 left_7 = (u32)kiln::saturating_sub_u64(moved_extent_1, 0ull);
    const usize moved_start = moved_row * moved_stride_0;
    if (thread_part_1 < 1 && 0 < left_6 && 0 < left_7) {
        kiln::store_16(moved[moved_start + thread_part * moved_stride_0], tile_4[0]);
    }
    const float scalar_2 = (float)f8e4m3(0.0f);
    array<float, 16> tile_5;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        tile_5[r] = (float)f8e4m3(fmaxf((float)small[r], scalar_2));
    }
    float sum = -0.0f;
    #pragma unroll
    for (usize j = 0; j < 16; ++j) {
        sum = sum + tile_5[j];
    }
    f8e4m3 tile_6;
    tile_6 = f8e4m3(sum);
    f8e4m3 tile_7;
    __syncthreads();
    if (thread_part_1 < 1) {
        exchange[thread_part] = tile_6;
    }
    __syncthreads();
    tile_7 = exchange[thread_part_2];
    f8e4m3 first;
    __syncthreads();
    if (thread_part_3 < 1) {
        exchange[thread_part_2] = tile_7;
    }
    __syncthreads();
    first = exchange[thread_part];
    f8e4m3 most_1;
    __syncthreads();
    if (thread_part_1 < 1) {
        exchange[thread_part] = most;
    }
    __syncthreads();
    most_1 = exchange[thread_part_2];
    f8e4m3 behind;
    __syncthreads();
    if (thread_part_3 < 1) {
        exchange[thread_part_2] = most_1;
    }
    __syncthreads();
    behind = exchange[thread_part];
    array<f8e4m3, 2> first_1;
    __syncthreads();
    if (thread_part_1 < 1) {
        exchange[thread_part] = first;
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        const usize number = (usize)(u32)j;
        first_1[j] = number < 1 ? exchange[thread_part + number] : f8e4m3(0.0f);
    }
    array<u32, 2> tile_8;
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        tile_8[j] = (u32)j - 1;
    }
    array<f8e4m3, 2> behind_picked;
    __syncthreads();
    if (thread_part_1 < 1) {
        exchange[thread_part] = behind;
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        const usize number = (usize)tile_8[j];
        behind_picked[j] = number < 1 ? exchange[thread_part + number] : f8e4m3(0.0f);
    }
    array<f8e4m3, 2> tile_9;
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        tile_9[j] = (u32)j < 1 ? first_1[j] : behind_picked[j];
    }
    const usize lines_row = kiln::int_min(i, lines_extent_0) * 8;
    const usize lines_rows = kiln::saturating_sub_u64(lines_extent_0, lines_row);
    const usize lines_start = lines_row * lines_stride_0;
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        if (thread_part_1 < 1 && thread_part < lines_rows && j < lines_extent_1) {
            lines[lines_start + thread_part * lines_stride_0 + j] = tile_9[j];
        }
    }
}
