// least: sm_80
typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

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

// prelude: hidden.67bf754a int_max.1a21aab5 int_min.8439cc99 unsigned_by_size.3ee267ca lane_xor.0e2ead84
//   move_16.def5b418 move_8.e96dfb16 store_16.d38ece70 saturating_sub_u64.bf257835 float_clamp_f32.01054d8c

extern "C" __global__ void __launch_bounds__(32, 1) numbers(
    f8e4m3 pad,
    const f8e4m3* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    f8e4m3* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_extent_2,
    usize y_stride_0,
    usize y_stride_1,
    usize y_stride_2,
    u32* __restrict__ places, usize places_len,
    usize places_extent_0,
    usize places_extent_1,
    usize places_stride_0,
    usize places_stride_1
) {
    __shared__ __align__(16) array<f8e4m3, 40> exchange;
    __shared__ __align__(16) array<u32, 36> exchange_1;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 3;
    const usize thread_part_1 = thread & 7;
    const usize thread_part_2 = thread & 3;
    const usize thread_part_3 = thread & 1;
    const usize thread_part_4 = thread >> 2 & 1;
    const usize thread_part_5 = thread >> 1 & 3;
    const usize thread_part_6 = thread >> 2;
    const usize thread_start = thread_part_3 * 4;
    __align__(16) array<f8e4m3, 8> x_1;
    const usize at = (usize)blockIdx.x;
    const usize x_row = kiln::int_min(at, x_extent_0) * 4;
    const usize x_rows = kiln::saturating_sub_u64(x_extent_0, x_row);
    const usize x_start = x_row * x_stride_0;
    #pragma unroll
    for (usize k = 0; k < 8; ++k) {
        x_1[k] = pad;
    }
    if (thread_part < x_rows && 0 < x_extent_1) {
        kiln::move_8(x_1[0], x[x_start + thread_part * x_stride_0]);
    }
    array<float, 8> tile;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile[r] = (float)x_1[r];
    }
    float greatest = __uint_as_float(0x7fc00000u);
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        greatest = fmaxf(greatest, tile[j]);
    }
    f8e4m3 tile_1;
    tile_1 = f8e4m3(greatest);
    f8e4m3 tile_2;
    if (thread_part_1 < 1) {
        exchange[thread_part] = tile_1;
    }
    __syncthreads();
    tile_2 = exchange[thread_part_2];
    float tile_3;
    tile_3 = (float)tile_2;
    float total = __uint_as_float(0x7fc00000u);
    total = fmaxf(total, tile_3);
    const float other = kiln::lane_xor(total, 2u);
    total = fmaxf(total, other);
    const float other_1 = kiln::lane_xor(total, 1u);
    total = fmaxf(total, other_1);
    const float greatest_1 = total;
    const f8e4m3 most = f8e4m3(greatest_1);
    const float scalar = (float)pad;
    __align__(16) array<f8e4m3, 8> tile_4;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_4[r] = f8e4m3((float)f8e4m3((float)x_1[r] + (float)x_1[r]) - (float)f8e4m3((float)x_1[r] * scalar));
    }
    if (thread_part_1 < 1 && 0 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[thread_part * y_stride_1], tile_4[0]);
    }
    array<float, 8> tile_5;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_5[r] = (float)x_1[r];
    }
    float sum = -0.0f;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        sum = sum + tile_5[j];
    }
    float tile_6;
    tile_6 = (float)f8e4m3(sum);
    array<float, 8> tile_7;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_7[r] = (float)x_1[r];
    }
    array<float, 8> greatest_2;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        greatest_2[j] = __uint_as_float(0x7fc00000u);
        greatest_2[j] = fmaxf(greatest_2[j], tile_7[j]);
    }
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        const float other_2 = kiln::lane_xor(greatest_2[r], 16u);
        greatest_2[r] = fmaxf(greatest_2[r], other_2);
        const float other_3 = kiln::lane_xor(greatest_2[r], 8u);
        greatest_2[r] = fmaxf(greatest_2[r], other_3);
    }
    array<float, 8> tile_8;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_8[r] = (float)f8e4m3(greatest_2[r]);
    }
    __align__(16) array<f8e4m3, 8> tile_9;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_9[j] = f8e4m3(tile_6 + tile_8[j]);
    }
    if (thread_part_1 < 1 && 1 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_stride_0 + thread_part * y_stride_1], tile_9[0]);
    }
    __align__(16) array<f8e4m3, 8> all;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        all[r] = x_1[r];
    }
    u32 step = 1;
    while (step < 4) {
        array<u32, 8> from;
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            from[j] = (u32)thread_part + step;
        }
        array<f8e4m3, 8> all_picked;
        __syncthreads();
        if (thread_part_1 < 1) {
            kiln::move_8(exchange[thread_part * 8], all[0]);
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            const usize number = (usize)from[j];
            all_picked[j] = number < 4 ? exchange[number * 8 + j] : f8e4m3(0.0f);
        }
        #pragma unroll
        for (usize r = 0; r < 8; ++r) {
            all[r] = from[r] < 4 ? f8e4m3((float)all[r] * (float)all_picked[r]) : all[r];
        }
        step = step + step;
    }
    array<float, 8> tile_10;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_10[r] = (float)x_1[r];
    }
    float least = __uint_as_float(0x7fc00000u);
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        least = fminf(least, tile_10[j]);
    }
    float tile_11;
    tile_11 = (float)f8e4m3(least);
    array<u32, 8> tile_12;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_12[j] = (u32)thread_part * 0;
    }
    array<f8e4m3, 8> all_picked;
    __syncthreads();
    if (thread_part_1 < 1) {
        kiln::move_8(exchange[thread_part * 8], all[0]);
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        const usize number = (usize)tile_12[j];
        all_picked[j] = number < 4 ? exchange[number * 8 + j] : f8e4m3(0.0f);
    }
    array<float, 8> tile_13;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_13[r] = (float)all_picked[r];
    }
    array<float, 8> greatest_3;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        greatest_3[j] = __uint_as_float(0x7fc00000u);
        greatest_3[j] = fmaxf(greatest_3[j], tile_13[j]);
    }
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        const float other_2 = kiln::lane_xor(greatest_3[r], 16u);
        greatest_3[r] = fmaxf(greatest_3[r], other_2);
        const float other_3 = kiln::lane_xor(greatest_3[r], 8u);
        greatest_3[r] = fmaxf(greatest_3[r], other_3);
    }
    array<float, 8> tile_14;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_14[r] = (float)f8e4m3(greatest_3[r]);
    }
    __align__(16) array<f8e4m3, 8> tile_15;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_15[j] = f8e4m3(tile_11 + tile_14[j]);
    }
    const usize y_start = 2 * y_stride_0;
    if (thread_part_1 < 1 && 2 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start + thread_part * y_stride_1], tile_15[0]);
    }
    __align__(16) array<f8e4m3, 8> all_1;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        all_1[r] = x_1[r];
    }
    u32 step_1 = 1;
    while (step_1 < 4) {
        array<u32, 8> tile_16;
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            tile_16[j] = (u32)thread_part - step_1;
        }
        array<f8e4m3, 8> all_picked_1;
        __syncthreads();
        if (thread_part_1 < 1) {
            kiln::move_8(exchange[thread_part * 8], all_1[0]);
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            const usize number = (usize)tile_16[j];
            all_picked_1[j] = number < 4 ? exchange[number * 8 + j] : f8e4m3(0.0f);
        }
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            all_1[j] = (u32)thread_part >= step_1 ? f8e4m3((float)all_picked_1[j] + (float)all_1[j]) : all_1[j];
        }
        step_1 = step_1 + step_1;
    }
    const usize y_start_1 = 3 * y_stride_0;
    if (thread_part_1 < 1 && 3 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_1 + thread_part * y_stride_1], all_1[0]);
    }
    __align__(16) array<f8e4m3, 8> all_2;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        all_2[r] = x_1[r];
    }
    u32 step_2 = 1;
    while (step_2 < 8) {
        array<u32, 8> tile_16;
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            tile_16[j] = (u32)j - step_2;
        }
        array<f8e4m3, 8> all_picked_1;
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            if (thread_part_1 < 1) {
                exchange[thread_part * 9 + j] = all_2[j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            const usize number = (usize)tile_16[j];
            all_picked_1[j] = number < 8 ? exchange[thread_part * 9 + number] : f8e4m3(0.0f);
        }
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            all_2[j] = (u32)j >= step_2 ? f8e4m3((float)all_picked_1[j] * (float)all_2[j]) : all_2[j];
        }
        step_2 = step_2 + step_2;
    }
    const usize y_start_2 = 4 * y_stride_0;
    if (thread_part_1 < 1 && 4 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_2 + thread_part * y_stride_1], all_2[0]);
    }
    array<f8e4m3, 8> all_3;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        all_3[r] = x_1[r];
    }
    u32 step_3 = 1;
    while (step_3 < 8) {
        array<u32, 8> tile_16;
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            tile_16[j] = (u32)j - step_3;
        }
        array<f8e4m3, 8> all_picked_1;
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            if (thread_part_1 < 1) {
                exchange[thread_part * 9 + j] = all_3[j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            const usize number = (usize)tile_16[j];
            all_picked_1[j] = number < 8 ? exchange[thread_part * 9 + number] : f8e4m3(0.0f);
        }
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            const f8e4m3 side = f8e4m3(fmaxf((float)all_picked_1[j], (float)all_3[j]));
            all_3[j] = (u32)j >= step_3 ? side : all_3[j];
        }
        step_3 = step_3 + step_3;
    }
    __align__(16) array<f8e4m3, 8> all_4;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        all_4[r] = x_1[r];
    }
    u32 step_4 = 1;
    while (step_4 < 4) {
        array<u32, 8> tile_16;
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            tile_16[j] = (u32)thread_part - step_4;
        }
        array<f8e4m3, 8> all_picked_1;
        __syncthreads();
        if (thread_part_1 < 1) {
            kiln::move_8(exchange[thread_part * 8], all_4[0]);
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            const usize number = (usize)tile_16[j];
            all_picked_1[j] = number < 4 ? exchange[number * 8 + j] : f8e4m3(0.0f);
        }
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            const f8e4m3 side = f8e4m3(fminf((float)all_picked_1[j], (float)all_4[j]));
            all_4[j] = (u32)thread_part >= step_4 ? side : all_4[j];
        }
        step_4 = step_4 + step_4;
    }
    __align__(16) array<f8e4m3, 8> tile_16;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_16[r] = f8e4m3(fminf((float)all_3[r], (float)all_4[r]));
    }
    const usize y_start_3 = 5 * y_stride_0;
    if (thread_part_1 < 1 && 5 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_3 + thread_part * y_stride_1], tile_16[0]);
    }
    __align__(16) array<f8e4m3, 8> sorted;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        sorted[r] = x_1[r];
    }
    u32 step_5 = 1;
    while (step_5 < 8) {
        u32 mask = step_5 + step_5 - 1;
        u32 half = step_5;
        while (mask > 0) {
            array<u32, 8> partner;
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                partner[j] = (u32)j ^ mask;
            }
            array<f8e4m3, 8> other_2;
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                if (thread_part_1 < 1) {
                    exchange[thread_part * 9 + j] = sorted[j];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                const usize number = (usize)partner[j];
                other_2[j] = number < 8 ? exchange[thread_part * 9 + number] : f8e4m3(0.0f);
            }
            array<bool, 8> less;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                less[r] = (float)other_2[r] < (float)sorted[r] | (float)sorted[r] != (float)sorted[r] & (float)other_2[r] == (float)other_2[r];
            }
            array<bool, 8> less_1;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                less_1[r] = (float)sorted[r] < (float)other_2[r] | (float)other_2[r] != (float)other_2[r] & (float)sorted[r] == (float)sorted[r];
            }
            array<bool, 8> leads;
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                leads[j] = (u32)j < partner[j];
            }
            array<bool, 8> swaps;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                swaps[r] = (leads[r] & less[r] | !leads[r] & less_1[r]) & partner[r] < 8;
            }
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                sorted[r] = swaps[r] ? other_2[r] : sorted[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_5 = step_5 + step_5;
    }
    const usize y_start_4 = 6 * y_stride_0;
    if (thread_part_1 < 1 && 6 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_4 + thread_part * y_stride_1], sorted[0]);
    }
    __align__(16) array<f8e4m3, 8> sorted_1;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        sorted_1[r] = x_1[r];
    }
    u32 step_6 = 1;
    while (step_6 < 4) {
        u32 mask = step_6 + step_6 - 1;
        u32 half = step_6;
        while (mask > 0) {
            array<u32, 8> partner;
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                partner[j] = (u32)thread_part ^ mask;
            }
            array<f8e4m3, 8> other_2;
            __syncthreads();
            if (thread_part_1 < 1) {
                kiln::move_8(exchange[thread_part * 8], sorted_1[0]);
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                const usize number = (usize)partner[j];
                other_2[j] = number < 4 ? exchange[number * 8 + j] : f8e4m3(0.0f);
            }
            array<bool, 8> less;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                less[r] = (float)other_2[r] < (float)sorted_1[r] | (float)sorted_1[r] != (float)sorted_1[r] & (float)other_2[r] == (float)other_2[r];
            }
            array<bool, 8> less_1;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                less_1[r] = (float)sorted_1[r] < (float)other_2[r] | (float)other_2[r] != (float)other_2[r] & (float)sorted_1[r] == (float)sorted_1[r];
            }
            array<bool, 8> leads;
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                leads[j] = (u32)thread_part < partner[j];
            }
            array<bool, 8> swaps;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                swaps[r] = (leads[r] & less_1[r] | !leads[r] & less[r]) & partner[r] < 4;
            }
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                sorted_1[r] = swaps[r] ? other_2[r] : sorted_1[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_6 = step_6 + step_6;
    }
    array<f8e4m3, 8> x_2;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        x_2[r] = sorted_1[r];
    }
    const u32 scalar_1 = 8u - 1;
    array<u32, 8> tile_17;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_17[j] = scalar_1 - (u32)j;
    }
    __align__(16) array<f8e4m3, 8> x_picked;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part_1 < 1) {
            exchange[thread_part * 9 + j] = x_2[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        const usize number = (usize)tile_17[j];
        x_picked[j] = number < 8 ? exchange[thread_part * 9 + number] : f8e4m3(0.0f);
    }
    const usize y_start_5 = 7 * y_stride_0;
    if (thread_part_1 < 1 && 7 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_5 + thread_part * y_stride_1], x_picked[0]);
    }
    array<f8e4m3, 8> sorted_2;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        sorted_2[r] = x_1[r];
    }
    u32 step_7 = 1;
    while (step_7 < 8) {
        u32 mask = step_7 + step_7 - 1;
        u32 half = step_7;
        while (mask > 0) {
            array<u32, 8> partner;
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                partner[j] = (u32)j ^ mask;
            }
            array<f8e4m3, 8> other_2;
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                if (thread_part_1 < 1) {
                    exchange[thread_part * 9 + j] = sorted_2[j];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                const usize number = (usize)partner[j];
                other_2[j] = number < 8 ? exchange[thread_part * 9 + number] : f8e4m3(0.0f);
            }
            array<bool, 8> less;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                less[r] = (float)other_2[r] < (float)sorted_2[r] | (float)sorted_2[r] != (float)sorted_2[r] & (float)other_2[r] == (float)other_2[r];
            }
            array<bool, 8> less_1;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                less_1[r] = (float)sorted_2[r] < (float)other_2[r] | (float)other_2[r] != (float)other_2[r] & (float)sorted_2[r] == (float)sorted_2[r];
            }
            array<bool, 8> leads;
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                leads[j] = (u32)j < partner[j];
            }
            array<bool, 8> swaps;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                swaps[r] = (leads[r] & less_1[r] | !leads[r] & less[r]) & partner[r] < 8;
            }
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                sorted_2[r] = swaps[r] ? other_2[r] : sorted_2[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_7 = step_7 + step_7;
    }
    const u32 start = 0u;
    const u32 start_1 = 1u;
    const u32 tile_18 = (u32)thread_part_2 + start;
    f8e4m3 x_3;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part_1 < 1) {
            exchange[thread_part * 9 + j] = sorted_2[j];
        }
    }
    const usize number = (usize)tile_18;
    __syncthreads();
    x_3 = thread_part_2 < 3 && number < 8 ? exchange[thread_part * 9 + number] : f8e4m3(0.0f);
    const u32 tile_19 = (u32)thread_part_3 + start_1;
    f8e4m3 behind;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part_1 < 1) {
            exchange[thread_part * 9 + j] = x_1[j];
        }
    }
    const usize number_1 = (usize)tile_19;
    __syncthreads();
    behind = number_1 < 8 ? exchange[thread_part * 9 + number_1] : f8e4m3(0.0f);
    array<f8e4m3, 8> first;
    __syncthreads();
    if (thread_part_4 < 1 && thread_part_2 < 3) {
        exchange[thread_part * 3 + thread_part_2] = x_3;
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        const usize number_2 = (usize)(u32)j;
        first[j] = number_2 < 3 ? exchange[thread_part * 3 + number_2] : f8e4m3(0.0f);
    }
    array<u32, 8> tile_20;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_20[j] = (u32)j - 3;
    }
    array<f8e4m3, 8> behind_picked;
    __syncthreads();
    if (thread_part_5 < 1) {
        exchange[thread_part * 3 + thread_part_3] = behind;
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        const usize number_2 = (usize)tile_20[j];
        behind_picked[j] = number_2 < 2 ? exchange[thread_part * 3 + number_2] : f8e4m3(0.0f);
    }
    __align__(16) array<f8e4m3, 8> tile_21;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_21[j] = (u32)j < 3 ? first[j] : behind_picked[j];
    }
    const usize y_start_6 = 8 * y_stride_0;
    if (thread_part_1 < 1 && 8 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_6 + thread_part * y_stride_1], tile_21[0]);
    }
    f8e4m3 x_transposed;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part_1 < 1) {
            exchange[thread_part * 9 + j] = x_1[j];
        }
    }
    __syncthreads();
    x_transposed = exchange[thread_part_2 * 9 + thread_part_6];
    __align__(16) array<f8e4m3, 8> tile_22;
    __syncthreads();
    exchange[thread_part_6 * 4 + thread_part_2] = x_transposed;
    __syncthreads();
    kiln::move_8(tile_22[0], exchange[thread_part * 8]);
    const usize y_start_7 = 9 * y_stride_0;
    if (thread_part_1 < 1 && 9 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_7 + thread_part * y_stride_1], tile_22[0]);
    }
    f8e4m3 x_4;
    __syncthreads();
    if (thread_part_1 < 1) {
        kiln::move_8(exchange[thread_part * 8], x_1[0]);
    }
    __syncthreads();
    x_4 = exchange[thread];
    f8e4m3 tile_23;
    __syncthreads();
    exchange[thread] = x_4;
    __syncthreads();
    tile_23 = exchange[thread_part_6 * 4 + thread_part_2];
    __align__(16) array<f8e4m3, 8> tile_transposed;
    __syncthreads();
    exchange[thread_part_6 * 5 + thread_part_2] = tile_23;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_transposed[j] = exchange[j * 5 + thread_part];
    }
    const usize y_start_8 = 10 * y_stride_0;
    if (thread_part_1 < 1 && 10 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_8 + thread_part * y_stride_1], tile_transposed[0]);
    }
    array<f8e4m3, 8> sorted_3;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        sorted_3[r] = x_1[r];
    }
    array<u32, 8> origin;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        origin[j] = (u32)j;
    }
    u32 step_8 = 1;
    while (step_8 < 8) {
        u32 mask = step_8 + step_8 - 1;
        u32 half = step_8;
        while (mask > 0) {
            array<u32, 8> partner;
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                partner[j] = (u32)j ^ mask;
            }
            array<f8e4m3, 8> other_2;
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                if (thread_part_1 < 1) {
                    exchange[thread_part * 9 + j] = sorted_3[j];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                const usize number_2 = (usize)partner[j];
                other_2[j] = number_2 < 8 ? exchange[thread_part * 9 + number_2] : f8e4m3(0.0f);
            }
            array<bool, 8> less;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                less[r] = (float)other_2[r] < (float)sorted_3[r] | (float)sorted_3[r] != (float)sorted_3[r] & (float)other_2[r] == (float)other_2[r];
            }
            array<bool, 8> less_1;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                less_1[r] = (float)sorted_3[r] < (float)other_2[r] | (float)other_2[r] != (float)other_2[r] & (float)sorted_3[r] == (float)sorted_3[r];
            }
            array<u32, 8> other_origin;
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                if (thread_part_1 < 1) {
                    exchange_1[thread_part * 9 + j] = origin[j];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                const usize number_2 = (usize)partner[j];
                other_origin[j] = number_2 < 8 ? exchange_1[thread_part * 9 + number_2] : 0;
            }
            array<bool, 8> same;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                same[r] = !(less[r] | less_1[r]);
            }
            array<bool, 8> leads;
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                leads[j] = (u32)j < partner[j];
            }
            array<bool, 8> swaps;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                swaps[r] = (leads[r] & (less[r] | same[r] & other_origin[r] < origin[r]) | !leads[r] & (less_1[r] | same[r] & other_origin[r] > origin[r])) & partner[r] < 8;
            }
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                sorted_3[r] = swaps[r] ? other_2[r] : sorted_3[r];
            }
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                origin[r] = swaps[r] ? other_origin[r] : origin[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_8 = step_8 + step_8;
    }
    __align__(16) array<f8e4m3, 8> x_picked_1;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part_1 < 1) {
            exchange[thread_part * 9 + j] = x_1[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        const usize number_2 = (usize)origin[j];
        x_picked_1[j] = number_2 < 8 ? exchange[thread_part * 9 + number_2] : f8e4m3(0.0f);
    }
    const usize y_start_9 = 11 * y_stride_0;
    if (thread_part_1 < 1 && 11 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_9 + thread_part * y_stride_1], x_picked_1[0]);
    }
    array<f8e4m3, 8> all_5;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        all_5[r] = x_1[r];
    }
    u32 step_9 = 1;
    while (step_9 < 8) {
        array<u32, 8> from;
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            from[j] = (u32)j + step_9;
        }
        array<f8e4m3, 8> first_1;
        #pragma unroll
        for (usize r = 0; r < 8; ++r) {
            first_1[r] = all_5[r];
        }
        array<f8e4m3, 8> b;
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            if (thread_part_1 < 1) {
                exchange[thread_part * 9 + j] = all_5[j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            const usize number_2 = (usize)from[j];
            b[j] = number_2 < 8 ? exchange[thread_part * 9 + number_2] : f8e4m3(0.0f);
        }
        #pragma unroll
        for (usize r = 0; r < 8; ++r) {
            all_5[r] = from[r] < 8 ? f8e4m3((float)first_1[r] + (float)b[r]) : all_5[r];
        }
        step_9 = step_9 + step_9;
    }
    __align__(16) array<f8e4m3, 8> all_6;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        all_6[r] = x_1[r];
    }
    u32 step_10 = 1;
    while (step_10 < 4) {
        array<u32, 8> from;
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            from[j] = (u32)thread_part + step_10;
        }
        array<f8e4m3, 8> first_1;
        #pragma unroll
        for (usize r = 0; r < 8; ++r) {
            first_1[r] = all_6[r];
        }
        array<f8e4m3, 8> b;
        __syncthreads();
        if (thread_part_1 < 1) {
            kiln::move_8(exchange[thread_part * 8], all_6[0]);
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            const usize number_2 = (usize)from[j];
            b[j] = number_2 < 4 ? exchange[number_2 * 8 + j] : f8e4m3(0.0f);
        }
        #pragma unroll
        for (usize r = 0; r < 8; ++r) {
            const f8e4m3 side = f8e4m3(fmaxf((float)b[r], (float)first_1[r]));
            all_6[r] = from[r] < 4 ? side : all_6[r];
        }
        step_10 = step_10 + step_10;
    }
    array<u32, 8> tile_24;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_24[j] = (u32)j * 0;
    }
    array<f8e4m3, 8> all_picked_1;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part_1 < 1) {
            exchange[thread_part * 9 + j] = all_5[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        const usize number_2 = (usize)tile_24[j];
        all_picked_1[j] = number_2 < 8 ? exchange[thread_part * 9 + number_2] : f8e4m3(0.0f);
    }
    array<float, 8> tile_25;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_25[r] = (float)all_picked_1[r];
    }
    float greatest_4 = __uint_as_float(0x7fc00000u);
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        greatest_4 = fmaxf(greatest_4, tile_25[j]);
    }
    f8e4m3 tile_26;
    tile_26 = f8e4m3(greatest_4);
    array<u32, 8> tile_27;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_27[j] = (u32)thread_part * 0;
    }
    array<f8e4m3, 8> all_picked_2;
    __syncthreads();
    if (thread_part_1 < 1) {
        kiln::move_8(exchange[thread_part * 8], all_6[0]);
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        const usize number_2 = (usize)tile_27[j];
        all_picked_2[j] = number_2 < 4 ? exchange[number_2 * 8 + j] : f8e4m3(0.0f);
    }
    array<float, 8> tile_28;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_28[r] = (float)all_picked_2[r];
    }
    array<float, 8> greatest_5;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        greatest_5[j] = __uint_as_float(0x7fc00000u);
        greatest_5[j] = fmaxf(greatest_5[j], tile_28[j]);
    }
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        const float other_2 = kiln::lane_xor(greatest_5[r], 16u);
        greatest_5[r] = fmaxf(greatest_5[r], other_2);
        const float other_3 = kiln::lane_xor(greatest_5[r], 8u);
        greatest_5[r] = fmaxf(greatest_5[r], other_3);
    }
    array<float, 8> tile_29;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_29[r] = (float)f8e4m3(greatest_5[r]);
    }
    __align__(16) array<f8e4m3, 8> tile_30;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_30[j] = f8e4m3(fmaxf((float)tile_26, tile_29[j]));
    }
    const usize y_start_10 = 12 * y_stride_0;
    if (thread_part_1 < 1 && 12 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_10 + thread_part * y_stride_1], tile_30[0]);
    }
    __align__(16) array<f8e4m3, 8> all_7;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        all_7[r] = x_1[r];
    }
    u32 step_11 = 1;
    while (step_11 < 4) {
        array<u32, 8> tile_31;
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            tile_31[j] = (u32)thread_part - step_11;
        }
        array<f8e4m3, 8> first_1;
        __syncthreads();
        if (thread_part_1 < 1) {
            kiln::move_8(exchange[thread_part * 8], all_7[0]);
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            const usize number_2 = (usize)tile_31[j];
            first_1[j] = number_2 < 4 ? exchange[number_2 * 8 + j] : f8e4m3(0.0f);
        }
        array<f8e4m3, 8> b;
        #pragma unroll
        for (usize r = 0; r < 8; ++r) {
            b[r] = all_7[r];
        }
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            const f8e4m3 side = f8e4m3(fmaxf((float)first_1[j], (float)b[j]));
            all_7[j] = (u32)thread_part >= step_11 ? side : all_7[j];
        }
        step_11 = step_11 + step_11;
    }
    const usize y_start_11 = 13 * y_stride_0;
    if (thread_part_1 < 1 && 13 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_11 + thread_part * y_stride_1], all_7[0]);
    }
    const float scalar_2 = (float)pad;
    const float scalar_3 = (float)pad;
    const float scalar_4 = (float)most;
    __align__(16) array<f8e4m3, 8> tile_31;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_31[r] = f8e4m3(kiln::float_clamp_f32((float)((float)x_1[r] < scalar_2 ? pad : x_1[r]), scalar_3, scalar_4));
    }
    const usize y_start_12 = 14 * y_stride_0;
    if (thread_part_1 < 1 && 14 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_12 + thread_part * y_stride_1], tile_31[0]);
    }
    const u32 start_2 = 0u;
    const u32 tile_32 = (u32)thread_part_1 + start_2;
    f8e4m3 front;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part_1 < 1) {
            exchange[thread_part * 9 + j] = x_1[j];
        }
    }
    const usize number_2 = (usize)tile_32;
    __syncthreads();
    front = thread_part_1 < 6 && number_2 < 8 ? exchange[thread_part * 9 + number_2] : f8e4m3(0.0f);
    const u32 start_3 = 6u;
    const u32 tile_33 = (u32)thread_part_3 + start_3;
    f8e4m3 behind_1;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part_1 < 1) {
            exchange[thread_part * 9 + j] = x_1[j];
        }
    }
    const usize number_3 = (usize)tile_33;
    __syncthreads();
    behind_1 = number_3 < 8 ? exchange[thread_part * 9 + number_3] : f8e4m3(0.0f);
    array<f8e4m3, 8> first_1;
    __syncthreads();
    if (thread_part_5 < 1) {
        exchange[thread_part * 3 + thread_part_3] = behind_1;
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        const usize number_4 = (usize)(u32)j;
        first_1[j] = number_4 < 2 ? exchange[thread_part * 3 + number_4] : f8e4m3(0.0f);
    }
    array<u32, 8> tile_34;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_34[j] = (u32)j - 2;
    }
    array<f8e4m3, 8> behind_picked_1;
    __syncthreads();
    if (thread_part_1 < 6) {
        exchange[thread_part * 7 + thread_part_1] = front;
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        const usize number_4 = (usize)tile_34[j];
        behind_picked_1[j] = number_4 < 6 ? exchange[thread_part * 7 + number_4] : f8e4m3(0.0f);
    }
    __align__(16) array<f8e4m3, 8> tile_35;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_35[j] = (u32)j < 2 ? first_1[j] : behind_picked_1[j];
    }
    const usize y_start_13 = 15 * y_stride_0;
    if (thread_part_1 < 1 && 15 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_13 + thread_part * y_stride_1], tile_35[0]);
    }
    const float scalar_5 = (float)pad;
    const float scalar_6 = (float)most;
    const float scalar_7 = (float)pad;
    array<bool, 8> both;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        both[r] = (float)x_1[r] == scalar_5 | (float)x_1[r] != scalar_6 & !((float)x_1[r] >= scalar_7);
    }
    array<u32, 8> tile_36;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_36[r] = (u32)both[r];
    }
    u32 greatest_6 = 0;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        greatest_6 = kiln::int_max(greatest_6, tile_36[j]);
    }
    bool tile_37;
    tile_37 = greatest_6 != 0;
    __align__(16) array<f8e4m3, 8> tile_38;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_38[r] = tile_37 ? x_1[r] : f8e4m3(0.0f);
    }
    const usize y_start_14 = 16 * y_stride_0;
    if (thread_part_1 < 1 && 16 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_14 + thread_part * y_stride_1], tile_38[0]);
    }
    const float scalar_8 = (float)pad;
    array<bool, 8> x_5;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        x_5[r] = both[r] ^ (float)x_1[r] <= scalar_8;
    }
    array<u32, 8> tile_39;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_39[r] = (u32)x_5[r];
    }
    array<u32, 8> least_1;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        least_1[j] = 4294967295u;
        least_1[j] = kiln::int_min(least_1[j], tile_39[j]);
    }
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        const u32 other_2 = kiln::lane_xor(least_1[r], 16u);
        least_1[r] = kiln::int_min(least_1[r], other_2);
        const u32 other_3 = kiln::lane_xor(least_1[r], 8u);
        least_1[r] = kiln::int_min(least_1[r], other_3);
    }
    array<bool, 8> tile_40;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_40[r] = least_1[r] != 0;
    }
    __align__(16) array<f8e4m3, 8> tile_41;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_41[j] = tile_40[j] ? pad : x_1[j];
    }
    const usize y_start_15 = 17 * y_stride_0;
    if (thread_part_1 < 1 && 17 < y_extent_0 && thread_part < y_extent_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_15 + thread_part * y_stride_1], tile_41[0]);
    }
    array<float, 8> tile_42;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_42[r] = (float)x_1[r];
    }
    float greatest_7 = __uint_as_float(0x7fc00000u);
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        greatest_7 = fmaxf(greatest_7, tile_42[j]);
    }
    f8e4m3 most_1;
    most_1 = f8e4m3(greatest_7);
    array<float, 8> tile_43;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_43[r] = (float)x_1[r];
    }
    array<float, 8> least_2;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        least_2[j] = __uint_as_float(0x7fc00000u);
        least_2[j] = fminf(least_2[j], tile_43[j]);
    }
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        const float other_2 = kiln::lane_xor(least_2[r], 16u);
        least_2[r] = fminf(least_2[r], other_2);
        const float other_3 = kiln::lane_xor(least_2[r], 8u);
        least_2[r] = fminf(least_2[r], other_3);
    }
    array<f8e4m3, 8> most_2;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        most_2[r] = f8e4m3(least_2[r]);
    }
    float tile_44;
    tile_44 = (float)most_1;
    array<u32, 8> tile_45;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_45[j] = (float)x_1[j] == tile_44 ? (u32)j : 8;
    }
    u32 least_3 = 4294967295u;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        least_3 = kiln::int_min(least_3, tile_45[j]);
    }
    const u32 scalar_9 = 8u - 1;
    u32 tile_46;
    tile_46 = kiln::int_min(least_3, scalar_9);
    array<float, 8> tile_47;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_47[r] = (float)most_2[r];
    }
    array<u32, 8> tile_48;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_48[j] = (float)x_1[j] == tile_47[j] ? (u32)thread_part : 4;
    }
    array<u32, 8> least_4;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        least_4[j] = 4294967295u;
        least_4[j] = kiln::int_min(least_4[j], tile_48[j]);
    }
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        const u32 other_2 = kiln::lane_xor(least_4[r], 16u);
        least_4[r] = kiln::int_min(least_4[r], other_2);
        const u32 other_3 = kiln::lane_xor(least_4[r], 8u);
        least_4[r] = kiln::int_min(least_4[r], other_3);
    }
    const u32 scalar_10 = 4u - 1;
    __align__(16) array<u32, 8> tile_49;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_49[r] = kiln::int_min(least_4[r], scalar_10);
    }
    __align__(16) array<u32, 4> tile_50;
    __align__(16) array<u32, 4> exchanged;
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        if (thread < 1) {
            kiln::move_16(exchange_1[j * 4], tile_49[j * 4]);
        }
    }
    __syncthreads();
    kiln::move_16(exchanged[0], exchange_1[thread_start]);
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        tile_50[j] = tile_46 + exchanged[j];
    }
    if (thread_part_5 < 1 && thread_part < places_extent_0 && thread_start < places_extent_1) {
        kiln::store_16(places[thread_part * places_stride_0 + thread_start], tile_50[0]);
    }
    __align__(16) array<f8e4m3, 8> sorted_4;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        sorted_4[r] = x_1[r];
    }
    __align__(16) array<u32, 8> origin_1;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        origin_1[j] = (u32)thread_part;
    }
    u32 step_12 = 1;
    while (step_12 < 4) {
        u32 mask = step_12 + step_12 - 1;
        u32 half = step_12;
        while (mask > 0) {
            array<u32, 8> partner;
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                partner[j] = (u32)thread_part ^ mask;
            }
            array<f8e4m3, 8> other_2;
            if (thread_part_1 < 1) {
                kiln::move_8(exchange[thread_part * 8], sorted_4[0]);
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                const usize number_4 = (usize)partner[j];
                other_2[j] = number_4 < 4 ? exchange[number_4 * 8 + j] : f8e4m3(0.0f);
            }
            array<bool, 8> less;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                less[r] = (float)other_2[r] < (float)sorted_4[r] | (float)sorted_4[r] != (float)sorted_4[r] & (float)other_2[r] == (float)other_2[r];
            }
            array<bool, 8> less_1;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                less_1[r] = (float)sorted_4[r] < (float)other_2[r] | (float)other_2[r] != (float)other_2[r] & (float)sorted_4[r] == (float)sorted_4[r];
            }
            array<u32, 8> other_origin;
            #pragma unroll
            for (usize j = 0; j < 2; ++j) {
                if (thread_part_1 < 1) {
                    kiln::move_16(exchange_1[thread_part * 8 + j * 4], origin_1[j * 4]);
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                const usize number_4 = (usize)partner[j];
                other_origin[j] = number_4 < 4 ? exchange_1[number_4 * 8 + j] : 0;
            }
            array<bool, 8> same;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                same[r] = !(less_1[r] | less[r]);
            }
            array<bool, 8> leads;
            #pragma unroll
            for (usize j = 0; j < 8; ++j) {
                leads[j] = (u32)thread_part < partner[j];
            }
            array<bool, 8> swaps;
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                swaps[r] = (leads[r] & (less_1[r] | same[r] & other_origin[r] < origin_1[r]) | !leads[r] & (less[r] | same[r] & other_origin[r] > origin_1[r])) & partner[r] < 4;
            }
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                sorted_4[r] = swaps[r] ? other_2[r] : sorted_4[r];
            }
            #pragma unroll
            for (usize r = 0; r < 8; ++r) {
                origin_1[r] = swaps[r] ? other_origin[r] : origin_1[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_12 = step_12 + step_12;
    }
    const usize places_row = kiln::int_min(1ull, places_extent_0) * 4;
    const usize places_rows = kiln::saturating_sub_u64(places_extent_0, places_row);
    const usize places_start = places_row * places_stride_0;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        if (thread_part_1 < 1 && thread_part < places_rows && j * 4 < places_extent_1) {
            kiln::store_16(places[places_start + thread_part * places_stride_0 + j * 4], origin_1[j * 4]);
        }
    }
    array<float, 8> tile_51;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_51[r] = (float)x_1[r];
    }
    float greatest_8 = __uint_as_float(0x7fc00000u);
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        greatest_8 = fmaxf(greatest_8, tile_51[j]);
    }
    float tile_52;
    tile_52 = (float)f8e4m3(greatest_8);
    __align__(16) array<u32, 8> tile_53;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_53[j] = (float)x_1[j] == tile_52 ? (u32)j : (u32)thread_part;
    }
    const usize places_row_1 = kiln::int_min(2ull, places_extent_0) * 4;
    const usize places_rows_1 = kiln::saturating_sub_u64(places_extent_0, places_row_1);
    const usize places_start_1 = places_row_1 * places_stride_0;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        if (thread_part_1 < 1 && thread_part < places_rows_1 && j * 4 < places_extent_1) {
            kiln::store_16(places[places_start_1 + thread_part * places_stride_0 + j * 4], tile_53[j * 4]);
        }
    }
}
