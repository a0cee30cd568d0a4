// least: sm_80
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: int_clamp.8de0e666 int_max.1a21aab5 int_min.8439cc99 unsigned_by_size.3ee267ca lane_xor.0e2ead84
//   saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(32, 1) numbers(
    i64 pad,
    const i64* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    i64* __restrict__ y, usize y_len,
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
    __shared__ array<i64, 64> exchange;
    __shared__ array<u32, 35> exchange_1;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 3;
    const usize thread_part_1 = thread & 7;
    const usize thread_part_2 = thread & 3;
    const usize thread_part_3 = thread >> 2;
    const usize thread_part_4 = thread & 1;
    const usize thread_part_5 = thread >> 1 & 1;
    array<i64, 2> x_1;
    const usize at = (usize)blockIdx.x;
    const usize x_row = kiln::int_min(at, x_extent_0) * 5;
    const usize x_rows = kiln::int_min(kiln::saturating_sub_u64(x_extent_0, x_row), 5ull);
    const usize x_columns = kiln::int_min(x_extent_1, 7ull);
    const usize x_start = x_row * x_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        x_1[i] = thread_part + i * 4 < x_rows && thread_part_1 < x_columns ? x[x_start + thread_part * x_stride_0 + thread_part_1 + i * 4 * x_stride_0] : pad;
    }
    array<i64, 2> greatest;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        greatest[i] = -9223372036854775807ll - 1;
        greatest[i] = kiln::int_max(greatest[i], thread_part + i * 4 < 5 && thread_part_1 < 7 ? x_1[i] : -9223372036854775807ll - 1);
    }
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        const i64 other = kiln::lane_xor(greatest[r], 4u);
        greatest[r] = kiln::int_max(greatest[r], other);
        const i64 other_1 = kiln::lane_xor(greatest[r], 2u);
        greatest[r] = kiln::int_max(greatest[r], other_1);
        const i64 other_2 = kiln::lane_xor(greatest[r], 1u);
        greatest[r] = kiln::int_max(greatest[r], other_2);
    }
    i64 tile;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part_1 < 1 && thread_part + i * 4 < 5) {
            exchange[thread_part + i * 4] = greatest[i];
        }
    }
    __syncthreads();
    tile = exchange[thread_part_1];
    i64 total = -9223372036854775807ll - 1;
    total = kiln::int_max(total, thread_part_1 < 5 ? tile : -9223372036854775807ll - 1);
    const i64 other = kiln::lane_xor(total, 4u);
    total = kiln::int_max(total, other);
    const i64 other_1 = kiln::lane_xor(total, 2u);
    total = kiln::int_max(total, other_1);
    const i64 other_2 = kiln::lane_xor(total, 1u);
    total = kiln::int_max(total, other_2);
    const i64 most = total;
    array<i64, 2> tile_1;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        tile_1[r] = (i64)((u64)x_1[r] + x_1[r] - (u64)x_1[r] * pad);
    }
    const usize y_rows = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns = kiln::int_min(y_extent_2, 7ull);
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (0 < y_extent_0 && thread_part + i * 4 < y_rows && thread_part_1 < y_columns) {
            y[thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = tile_1[i];
        }
    }
    array<i64, 2> sum;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        sum[i] = 0;
        sum[i] = (i64)((u64)sum[i] + (thread_part + i * 4 < 5 && thread_part_1 < 7 ? x_1[i] : 0));
    }
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        const i64 other_3 = kiln::lane_xor(sum[r], 4u);
        sum[r] = (i64)((u64)sum[r] + other_3);
        const i64 other_4 = kiln::lane_xor(sum[r], 2u);
        sum[r] = (i64)((u64)sum[r] + other_4);
        const i64 other_5 = kiln::lane_xor(sum[r], 1u);
        sum[r] = (i64)((u64)sum[r] + other_5);
    }
    i64 greatest_1 = -9223372036854775807ll - 1;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        greatest_1 = kiln::int_max(greatest_1, thread_part + i * 4 < 5 && thread_part_1 < 7 ? x_1[i] : -9223372036854775807ll - 1);
    }
    const i64 other_3 = kiln::lane_xor(greatest_1, 16u);
    greatest_1 = kiln::int_max(greatest_1, other_3);
    const i64 other_4 = kiln::lane_xor(greatest_1, 8u);
    greatest_1 = kiln::int_max(greatest_1, other_4);
    array<i64, 2> tile_2;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_2[i] = (i64)((u64)sum[i] + greatest_1);
    }
    const usize y_rows_1 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_1 = kiln::int_min(y_extent_2, 7ull);
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (1 < y_extent_0 && thread_part + i * 4 < y_rows_1 && thread_part_1 < y_columns_1) {
            y[y_stride_0 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = tile_2[i];
        }
    }
    array<i64, 2> all;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        all[r] = x_1[r];
    }
    u32 step = 1;
    while (step < 5) {
        array<u32, 2> from;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            from[i] = (u32)(thread_part + i * 4) + step;
        }
        array<i64, 2> all_picked;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
                exchange[(thread_part + i * 4) * 7 + thread_part_1] = all[i];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            const usize number = (usize)from[i];
            all_picked[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number < 5 ? exchange[number * 7 + thread_part_1] : 0;
        }
        #pragma unroll
        for (usize r = 0; r < 2; ++r) {
            all[r] = from[r] < 5 ? (i64)((u64)all[r] * all_picked[r]) : all[r];
        }
        step = step + step;
    }
    array<i64, 2> least;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        least[i] = 9223372036854775807ll;
        least[i] = kiln::int_min(least[i], thread_part + i * 4 < 5 && thread_part_1 < 7 ? x_1[i] : 9223372036854775807ll);
    }
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        const i64 other_5 = kiln::lane_xor(least[r], 4u);
        least[r] = kiln::int_min(least[r], other_5);
        const i64 other_6 = kiln::lane_xor(least[r], 2u);
        least[r] = kiln::int_min(least[r], other_6);
        const i64 other_7 = kiln::lane_xor(least[r], 1u);
        least[r] = kiln::int_min(least[r], other_7);
    }
    array<u32, 2> tile_3;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_3[i] = (u32)(thread_part + i * 4) * 0;
    }
    array<i64, 2> all_picked;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = all[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        const usize number = (usize)tile_3[i];
        all_picked[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number < 5 ? exchange[number * 7 + thread_part_1] : 0;
    }
    i64 greatest_2 = -9223372036854775807ll - 1;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        greatest_2 = kiln::int_max(greatest_2, thread_part + i * 4 < 5 && thread_part_1 < 7 ? all_picked[i] : -9223372036854775807ll - 1);
    }
    const i64 other_5 = kiln::lane_xor(greatest_2, 16u);
    greatest_2 = kiln::int_max(greatest_2, other_5);
    const i64 other_6 = kiln::lane_xor(greatest_2, 8u);
    greatest_2 = kiln::int_max(greatest_2, other_6);
    array<i64, 2> tile_4;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_4[i] = (i64)((u64)least[i] + greatest_2);
    }
    const usize y_rows_2 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_2 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start = 2 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (2 < y_extent_0 && thread_part + i * 4 < y_rows_2 && thread_part_1 < y_columns_2) {
            y[y_start + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = tile_4[i];
        }
    }
    array<i64, 2> all_1;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        all_1[r] = x_1[r];
    }
    u32 step_1 = 1;
    while (step_1 < 5) {
        array<u32, 2> tile_5;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            tile_5[i] = (u32)(thread_part + i * 4) - step_1;
        }
        array<i64, 2> all_picked_1;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
                exchange[(thread_part + i * 4) * 7 + thread_part_1] = all_1[i];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            const usize number = (usize)tile_5[i];
            all_picked_1[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number < 5 ? exchange[number * 7 + thread_part_1] : 0;
        }
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            all_1[i] = (u32)(thread_part + i * 4) >= step_1 ? (i64)((u64)all_picked_1[i] + all_1[i]) : all_1[i];
        }
        step_1 = step_1 + step_1;
    }
    const usize y_rows_3 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_3 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start_1 = 3 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (3 < y_extent_0 && thread_part + i * 4 < y_rows_3 && thread_part_1 < y_columns_3) {
            y[y_start_1 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = all_1[i];
        }
    }
    array<i64, 2> all_2;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        all_2[r] = x_1[r];
    }
    u32 step_2 = 1;
    while (step_2 < 7) {
        array<u32, 2> tile_5;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            tile_5[i] = (u32)thread_part_1 - step_2;
        }
        array<i64, 2> all_picked_1;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
                exchange[(thread_part + i * 4) * 7 + thread_part_1] = all_2[i];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            const usize number = (usize)tile_5[i];
            all_picked_1[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number < 7 ? exchange[(thread_part + i * 4) * 7 + number] : 0;
        }
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            all_2[i] = (u32)thread_part_1 >= step_2 ? (i64)((u64)all_picked_1[i] * all_2[i]) : all_2[i];
        }
        step_2 = step_2 + step_2;
    }
    const usize y_rows_4 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_4 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start_2 = 4 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (4 < y_extent_0 && thread_part + i * 4 < y_rows_4 && thread_part_1 < y_columns_4) {
            y[y_start_2 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = all_2[i];
        }
    }
    array<i64, 2> all_3;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        all_3[r] = x_1[r];
    }
    u32 step_3 = 1;
    while (step_3 < 7) {
        array<u32, 2> tile_5;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            tile_5[i] = (u32)thread_part_1 - step_3;
        }
        array<i64, 2> all_picked_1;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
                exchange[(thread_part + i * 4) * 7 + thread_part_1] = all_3[i];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            const usize number = (usize)tile_5[i];
            all_picked_1[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number < 7 ? exchange[(thread_part + i * 4) * 7 + number] : 0;
        }
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            const i64 side = kiln::int_max(all_picked_1[i], all_3[i]);
            all_3[i] = (u32)thread_part_1 >= step_3 ? side : all_3[i];
        }
        step_3 = step_3 + step_3;
    }
    array<i64, 2> all_4;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        all_4[r] = x_1[r];
    }
    u32 step_4 = 1;
    while (step_4 < 5) {
        array<u32, 2> tile_5;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            tile_5[i] = (u32)(thread_part + i * 4) - step_4;
        }
        array<i64, 2> all_picked_1;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
                exchange[(thread_part + i * 4) * 7 + thread_part_1] = all_4[i];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            const usize number = (usize)tile_5[i];
            all_picked_1[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number < 5 ? exchange[number * 7 + thread_part_1] : 0;
        }
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            const i64 side = kiln::int_min(all_picked_1[i], all_4[i]);
            all_4[i] = (u32)(thread_part + i * 4) >= step_4 ? side : all_4[i];
        }
        step_4 = step_4 + step_4;
    }
    array<i64, 2> tile_5;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        tile_5[r] = kiln::int_min(all_3[r], all_4[r]);
    }
    const usize y_rows_5 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_5 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start_3 = 5 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (5 < y_extent_0 && thread_part + i * 4 < y_rows_5 && thread_part_1 < y_columns_5) {
            y[y_start_3 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = tile_5[i];
        }
    }
    array<i64, 2> sorted;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        sorted[r] = x_1[r];
    }
    u32 step_5 = 1;
    while (step_5 < 7) {
        u32 mask = step_5 + step_5 - 1;
        u32 half = step_5;
        while (mask > 0) {
            array<u32, 2> partner;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                partner[i] = (u32)thread_part_1 ^ mask;
            }
            array<i64, 2> other_7;
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
                    exchange[(thread_part + i * 4) * 7 + thread_part_1] = sorted[i];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                const usize number = (usize)partner[i];
                other_7[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number < 7 ? exchange[(thread_part + i * 4) * 7 + number] : 0;
            }
            array<bool, 2> less;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                less[r] = other_7[r] < sorted[r] | sorted[r] != sorted[r] & other_7[r] == other_7[r];
            }
            array<bool, 2> less_1;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                less_1[r] = sorted[r] < other_7[r] | other_7[r] != other_7[r] & sorted[r] == sorted[r];
            }
            array<bool, 2> leads;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                leads[i] = (u32)thread_part_1 < partner[i];
            }
            array<bool, 2> swaps;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                swaps[r] = (leads[r] & less[r] | !leads[r] & less_1[r]) & partner[r] < 7;
            }
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                sorted[r] = swaps[r] ? other_7[r] : sorted[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_5 = step_5 + step_5;
    }
    const usize y_rows_6 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_6 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start_4 = 6 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (6 < y_extent_0 && thread_part + i * 4 < y_rows_6 && thread_part_1 < y_columns_6) {
            y[y_start_4 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = sorted[i];
        }
    }
    array<i64, 2> sorted_1;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        sorted_1[r] = x_1[r];
    }
    u32 step_6 = 1;
    while (step_6 < 5) {
        u32 mask = step_6 + step_6 - 1;
        u32 half = step_6;
        while (mask > 0) {
            array<u32, 2> partner;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                partner[i] = (u32)(thread_part + i * 4) ^ mask;
            }
            array<i64, 2> other_7;
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
                    exchange[(thread_part + i * 4) * 7 + thread_part_1] = sorted_1[i];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                const usize number = (usize)partner[i];
                other_7[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number < 5 ? exchange[number * 7 + thread_part_1] : 0;
            }
            array<bool, 2> less;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                less[r] = other_7[r] < sorted_1[r] | sorted_1[r] != sorted_1[r] & other_7[r] == other_7[r];
            }
            array<bool, 2> less_1;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                less_1[r] = sorted_1[r] < other_7[r] | other_7[r] != other_7[r] & sorted_1[r] == sorted_1[r];
            }
            array<bool, 2> leads;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                leads[i] = (u32)(thread_part + i * 4) < partner[i];
            }
            array<bool, 2> swaps;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                swaps[r] = (leads[r] & less_1[r] | !leads[r] & less[r]) & partner[r] < 5;
            }
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                sorted_1[r] = swaps[r] ? other_7[r] : sorted_1[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_6 = step_6 + step_6;
    }
    array<i64, 2> x_2;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        x_2[r] = sorted_1[r];
    }
    const u32 scalar = 7u - 1;
    array<u32, 2> tile_6;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_6[i] = scalar - (u32)thread_part_1;
    }
    array<i64, 2> x_picked;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = x_2[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        const usize number = (usize)tile_6[i];
        x_picked[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number < 7 ? exchange[(thread_part + i * 4) * 7 + number] : 0;
    }
    const usize y_rows_7 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_7 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start_5 = 7 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (7 < y_extent_0 && thread_part + i * 4 < y_rows_7 && thread_part_1 < y_columns_7) {
            y[y_start_5 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = x_picked[i];
        }
    }
    array<i64, 2> sorted_2;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        sorted_2[r] = x_1[r];
    }
    u32 step_7 = 1;
    while (step_7 < 7) {
        u32 mask = step_7 + step_7 - 1;
        u32 half = step_7;
        while (mask > 0) {
            array<u32, 2> partner;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                partner[i] = (u32)thread_part_1 ^ mask;
            }
            array<i64, 2> other_7;
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
                    exchange[(thread_part + i * 4) * 7 + thread_part_1] = sorted_2[i];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                const usize number = (usize)partner[i];
                other_7[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number < 7 ? exchange[(thread_part + i * 4) * 7 + number] : 0;
            }
            array<bool, 2> less;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                less[r] = other_7[r] < sorted_2[r] | sorted_2[r] != sorted_2[r] & other_7[r] == other_7[r];
            }
            array<bool, 2> less_1;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                less_1[r] = sorted_2[r] < other_7[r] | other_7[r] != other_7[r] & sorted_2[r] == sorted_2[r];
            }
            array<bool, 2> leads;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                leads[i] = (u32)thread_part_1 < partner[i];
            }
            array<bool, 2> swaps;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                swaps[r] = (leads[r] & less_1[r] | !leads[r] & less[r]) & partner[r] < 7;
            }
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                sorted_2[r] = swaps[r] ? other_7[r] : sorted_2[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_7 = step_7 + step_7;
    }
    const u32 start = 0u;
    const u32 start_1 = 1u;
    const u32 tile_7 = (u32)thread_part_2 + start;
    i64 x_3;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = sorted_2[i];
        }
    }
    const usize number = (usize)tile_7;
    __syncthreads();
    x_3 = thread_part_3 < 5 && thread_part_2 < 3 && number < 7 ? exchange[thread_part_3 * 7 + number] : 0;
    const u32 tile_8 = (u32)thread_part_4 + start_1;
    i64 behind;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = x_1[i];
        }
    }
    const usize number_1 = (usize)tile_8;
    __syncthreads();
    behind = thread_part_3 < 5 && number_1 < 7 ? exchange[thread_part_3 * 7 + number_1] : 0;
    array<i64, 2> first;
    __syncthreads();
    if (thread_part_3 < 5 && thread_part_2 < 3) {
        exchange[thread_part_3 * 3 + thread_part_2] = x_3;
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        const usize number_2 = (usize)(u32)thread_part_1;
        first[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number_2 < 3 ? exchange[(thread_part + i * 4) * 3 + number_2] : 0;
    }
    array<u32, 2> tile_9;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_9[i] = (u32)thread_part_1 - 3;
    }
    array<i64, 2> behind_picked;
    __syncthreads();
    if (thread_part_5 < 1 && thread_part_3 < 5) {
        exchange[thread_part_3 * 3 + thread_part_4] = behind;
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        const usize number_2 = (usize)tile_9[i];
        behind_picked[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number_2 < 2 ? exchange[(thread_part + i * 4) * 3 + number_2] : 0;
    }
    array<i64, 2> tile_10;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_10[i] = (u32)thread_part_1 < 3 ? first[i] : behind_picked[i];
    }
    const usize y_rows_8 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_8 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start_6 = 8 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (8 < y_extent_0 && thread_part + i * 4 < y_rows_8 && thread_part_1 < y_columns_8) {
            y[y_start_6 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = tile_10[i];
        }
    }
    array<i64, 2> x_transposed;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = x_1[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        x_transposed[i] = exchange[thread_part_1 * 7 + thread_part + i * 4];
    }
    array<i64, 2> tile_11;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 7 && thread_part_1 < 5) {
            exchange[(thread_part + i * 4) * 5 + thread_part_1] = x_transposed[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_11[i] = exchange[(thread_part + i * 4) * 7 + thread_part_1];
    }
    const usize y_rows_9 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_9 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start_7 = 9 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (9 < y_extent_0 && thread_part + i * 4 < y_rows_9 && thread_part_1 < y_columns_9) {
            y[y_start_7 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = tile_11[i];
        }
    }
    array<i64, 2> x_4;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = x_1[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        x_4[j] = exchange[thread + j * 32];
    }
    array<i64, 2> tile_12;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        if (thread + j * 32 < 35) {
            exchange[thread + j * 32] = x_4[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_12[i] = exchange[(thread_part + i * 4) * 5 + thread_part_1];
    }
    array<i64, 2> tile_transposed;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 7 && thread_part_1 < 5) {
            exchange[(thread_part + i * 4) * 5 + thread_part_1] = tile_12[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_transposed[i] = exchange[thread_part_1 * 5 + thread_part + i * 4];
    }
    const usize y_rows_10 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_10 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start_8 = 10 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (10 < y_extent_0 && thread_part + i * 4 < y_rows_10 && thread_part_1 < y_columns_10) {
            y[y_start_8 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = tile_transposed[i];
        }
    }
    array<i64, 2> sorted_3;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        sorted_3[r] = x_1[r];
    }
    array<u32, 2> origin;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        origin[i] = (u32)thread_part_1;
    }
    u32 step_8 = 1;
    while (step_8 < 7) {
        u32 mask = step_8 + step_8 - 1;
        u32 half = step_8;
        while (mask > 0) {
            array<u32, 2> partner;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                partner[i] = (u32)thread_part_1 ^ mask;
            }
            array<i64, 2> other_7;
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
                    exchange[(thread_part + i * 4) * 7 + thread_part_1] = sorted_3[i];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                const usize number_2 = (usize)partner[i];
                other_7[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number_2 < 7 ? exchange[(thread_part + i * 4) * 7 + number_2] : 0;
            }
            array<bool, 2> less;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                less[r] = other_7[r] < sorted_3[r] | sorted_3[r] != sorted_3[r] & other_7[r] == other_7[r];
            }
            array<bool, 2> less_1;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                less_1[r] = sorted_3[r] < other_7[r] | other_7[r] != other_7[r] & sorted_3[r] == sorted_3[r];
            }
            array<u32, 2> other_origin;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
                    exchange_1[(thread_part + i * 4) * 7 + thread_part_1] = origin[i];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                const usize number_2 = (usize)partner[i];
                other_origin[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number_2 < 7 ? exchange_1[(thread_part + i * 4) * 7 + number_2] : 0;
            }
            array<bool, 2> same;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                same[r] = !(less[r] | less_1[r]);
            }
            array<bool, 2> leads;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                leads[i] = (u32)thread_part_1 < partner[i];
            }
            array<bool, 2> swaps;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                swaps[r] = (leads[r] & (less[r] | same[r] & other_origin[r] < origin[r]) | !leads[r] & (less_1[r] | same[r] & other_origin[r] > origin[r])) & partner[r] < 7;
            }
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                sorted_3[r] = swaps[r] ? other_7[r] : sorted_3[r];
            }
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                origin[r] = swaps[r] ? other_origin[r] : origin[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_8 = step_8 + step_8;
    }
    array<i64, 2> x_picked_1;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = x_1[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        const usize number_2 = (usize)origin[i];
        x_picked_1[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number_2 < 7 ? exchange[(thread_part + i * 4) * 7 + number_2] : 0;
    }
    const usize y_rows_11 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_11 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start_9 = 11 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (11 < y_extent_0 && thread_part + i * 4 < y_rows_11 && thread_part_1 < y_columns_11) {
            y[y_start_9 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = x_picked_1[i];
        }
    }
    array<i64, 2> all_5;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        all_5[r] = x_1[r];
    }
    u32 step_9 = 1;
    while (step_9 < 7) {
        array<u32, 2> from;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            from[i] = (u32)thread_part_1 + step_9;
        }
        array<i64, 2> first_1;
        #pragma unroll
        for (usize r = 0; r < 2; ++r) {
            first_1[r] = all_5[r];
        }
        array<i64, 2> b;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
                exchange[(thread_part + i * 4) * 7 + thread_part_1] = all_5[i];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            const usize number_2 = (usize)from[i];
            b[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number_2 < 7 ? exchange[(thread_part + i * 4) * 7 + number_2] : 0;
        }
        #pragma unroll
        for (usize r = 0; r < 2; ++r) {
            all_5[r] = from[r] < 7 ? (i64)((u64)first_1[r] + b[r]) : all_5[r];
        }
        step_9 = step_9 + step_9;
    }
    array<i64, 2> all_6;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        all_6[r] = x_1[r];
    }
    u32 step_10 = 1;
    while (step_10 < 5) {
        array<u32, 2> from;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            from[i] = (u32)(thread_part + i * 4) + step_10;
        }
        array<i64, 2> first_1;
        #pragma unroll
        for (usize r = 0; r < 2; ++r) {
            first_1[r] = all_6[r];
        }
        array<i64, 2> b;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
                exchange[(thread_part + i * 4) * 7 + thread_part_1] = all_6[i];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            const usize number_2 = (usize)from[i];
            b[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number_2 < 5 ? exchange[number_2 * 7 + thread_part_1] : 0;
        }
        #pragma unroll
        for (usize r = 0; r < 2; ++r) {
            const i64 side = kiln::int_max(b[r], first_1[r]);
            all_6[r] = from[r] < 5 ? side : all_6[r];
        }
        step_10 = step_10 + step_10;
    }
    array<u32, 2> tile_13;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_13[i] = (u32)thread_part_1 * 0;
    }
    array<i64, 2> all_picked_1;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = all_5[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        const usize number_2 = (usize)tile_13[i];
        all_picked_1[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number_2 < 7 ? exchange[(thread_part + i * 4) * 7 + number_2] : 0;
    }
    array<i64, 2> greatest_3;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        greatest_3[i] = -9223372036854775807ll - 1;
        greatest_3[i] = kiln::int_max(greatest_3[i], thread_part + i * 4 < 5 && thread_part_1 < 7 ? all_picked_1[i] : -9223372036854775807ll - 1);
    }
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        const i64 other_7 = kiln::lane_xor(greatest_3[r], 4u);
        greatest_3[r] = kiln::int_max(greatest_3[r], other_7);
        const i64 other_8 = kiln::lane_xor(greatest_3[r], 2u);
        greatest_3[r] = kiln::int_max(greatest_3[r], other_8);
        const i64 other_9 = kiln::lane_xor(greatest_3[r], 1u);
        greatest_3[r] = kiln::int_max(greatest_3[r], other_9);
    }
    array<u32, 2> tile_14;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_14[i] = (u32)(thread_part + i * 4) * 0;
    }
    array<i64, 2> all_picked_2;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = all_6[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        const usize number_2 = (usize)tile_14[i];
        all_picked_2[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number_2 < 5 ? exchange[number_2 * 7 + thread_part_1] : 0;
    }
    i64 greatest_4 = -9223372036854775807ll - 1;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        greatest_4 = kiln::int_max(greatest_4, thread_part + i * 4 < 5 && thread_part_1 < 7 ? all_picked_2[i] : -9223372036854775807ll - 1);
    }
    const i64 other_7 = kiln::lane_xor(greatest_4, 16u);
    greatest_4 = kiln::int_max(greatest_4, other_7);
    const i64 other_8 = kiln::lane_xor(greatest_4, 8u);
    greatest_4 = kiln::int_max(greatest_4, other_8);
    array<i64, 2> tile_15;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_15[i] = kiln::int_max(greatest_3[i], greatest_4);
    }
    const usize y_rows_12 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_12 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start_10 = 12 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (12 < y_extent_0 && thread_part + i * 4 < y_rows_12 && thread_part_1 < y_columns_12) {
            y[y_start_10 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = tile_15[i];
        }
    }
    array<i64, 2> all_7;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        all_7[r] = x_1[r];
    }
    u32 step_11 = 1;
    while (step_11 < 5) {
        array<u32, 2> tile_16;
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            tile_16[i] = (u32)(thread_part + i * 4) - step_11;
        }
        array<i64, 2> first_1;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
                exchange[(thread_part + i * 4) * 7 + thread_part_1] = all_7[i];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            const usize number_2 = (usize)tile_16[i];
            first_1[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number_2 < 5 ? exchange[number_2 * 7 + thread_part_1] : 0;
        }
        array<i64, 2> b;
        #pragma unroll
        for (usize r = 0; r < 2; ++r) {
            b[r] = all_7[r];
        }
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            const i64 side = kiln::int_max(first_1[i], b[i]);
            all_7[i] = (u32)(thread_part + i * 4) >= step_11 ? side : all_7[i];
        }
        step_11 = step_11 + step_11;
    }
    const usize y_rows_13 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_13 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start_11 = 13 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (13 < y_extent_0 && thread_part + i * 4 < y_rows_13 && thread_part_1 < y_columns_13) {
            y[y_start_11 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = all_7[i];
        }
    }
    array<i64, 2> tile_16;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        tile_16[r] = kiln::int_clamp(x_1[r] < pad ? pad : x_1[r], pad, most);
    }
    const usize y_rows_14 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_14 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start_12 = 14 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (14 < y_extent_0 && thread_part + i * 4 < y_rows_14 && thread_part_1 < y_columns_14) {
            y[y_start_12 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = tile_16[i];
        }
    }
    const u32 start_2 = 0u;
    const u32 tile_17 = (u32)thread_part_1 + start_2;
    array<i64, 2> front;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = x_1[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        const usize number_2 = (usize)tile_17;
        front[i] = thread_part + i * 4 < 5 && thread_part_1 < 5 && number_2 < 7 ? exchange[(thread_part + i * 4) * 7 + number_2] : 0;
    }
    const u32 start_3 = 5u;
    const u32 tile_18 = (u32)thread_part_4 + start_3;
    i64 behind_1;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = x_1[i];
        }
    }
    const usize number_2 = (usize)tile_18;
    __syncthreads();
    behind_1 = thread_part_3 < 5 && number_2 < 7 ? exchange[thread_part_3 * 7 + number_2] : 0;
    array<i64, 2> first_1;
    __syncthreads();
    if (thread_part_5 < 1 && thread_part_3 < 5) {
        exchange[thread_part_3 * 3 + thread_part_4] = behind_1;
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        const usize number_3 = (usize)(u32)thread_part_1;
        first_1[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number_3 < 2 ? exchange[(thread_part + i * 4) * 3 + number_3] : 0;
    }
    array<u32, 2> tile_19;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_19[i] = (u32)thread_part_1 - 2;
    }
    array<i64, 2> behind_picked_1;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 5 && thread_part_1 < 5) {
            exchange[(thread_part + i * 4) * 5 + thread_part_1] = front[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        const usize number_3 = (usize)tile_19[i];
        behind_picked_1[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number_3 < 5 ? exchange[(thread_part + i * 4) * 5 + number_3] : 0;
    }
    array<i64, 2> tile_20;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_20[i] = (u32)thread_part_1 < 2 ? first_1[i] : behind_picked_1[i];
    }
    const usize y_rows_15 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_15 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start_13 = 15 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (15 < y_extent_0 && thread_part + i * 4 < y_rows_15 && thread_part_1 < y_columns_15) {
            y[y_start_13 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = tile_20[i];
        }
    }
    array<bool, 2> both;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        both[r] = x_1[r] == pad | x_1[r] != most & !(x_1[r] >= pad);
    }
    array<u32, 2> tile_21;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        tile_21[r] = (u32)both[r];
    }
    array<u32, 2> greatest_5;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        greatest_5[i] = 0;
        greatest_5[i] = kiln::int_max(greatest_5[i], thread_part + i * 4 < 5 && thread_part_1 < 7 ? tile_21[i] : 0u);
    }
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        const u32 other_9 = kiln::lane_xor(greatest_5[r], 4u);
        greatest_5[r] = kiln::int_max(greatest_5[r], other_9);
        const u32 other_10 = kiln::lane_xor(greatest_5[r], 2u);
        greatest_5[r] = kiln::int_max(greatest_5[r], other_10);
        const u32 other_11 = kiln::lane_xor(greatest_5[r], 1u);
        greatest_5[r] = kiln::int_max(greatest_5[r], other_11);
    }
    array<bool, 2> tile_22;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        tile_22[r] = greatest_5[r] != 0;
    }
    array<i64, 2> tile_23;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_23[i] = tile_22[i] ? x_1[i] : 0;
    }
    const usize y_rows_16 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_16 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start_14 = 16 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (16 < y_extent_0 && thread_part + i * 4 < y_rows_16 && thread_part_1 < y_columns_16) {
            y[y_start_14 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = tile_23[i];
        }
    }
    array<bool, 2> x_5;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        x_5[r] = both[r] ^ x_1[r] <= pad;
    }
    array<u32, 2> tile_24;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        tile_24[r] = (u32)x_5[r];
    }
    u32 least_1 = 4294967295u;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        least_1 = kiln::int_min(least_1, thread_part + i * 4 < 5 && thread_part_1 < 7 ? tile_24[i] : 4294967295u);
    }
    const u32 other_9 = kiln::lane_xor(least_1, 16u);
    least_1 = kiln::int_min(least_1, other_9);
    const u32 other_10 = kiln::lane_xor(least_1, 8u);
    least_1 = kiln::int_min(least_1, other_10);
    bool tile_25;
    tile_25 = least_1 != 0;
    array<i64, 2> tile_26;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        tile_26[r] = tile_25 ? pad : x_1[r];
    }
    const usize y_rows_17 = kiln::int_min(y_extent_1, 5ull);
    const usize y_columns_17 = kiln::int_min(y_extent_2, 7ull);
    const usize y_start_15 = 17 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (17 < y_extent_0 && thread_part + i * 4 < y_rows_17 && thread_part_1 < y_columns_17) {
            y[y_start_15 + thread_part * y_stride_1 + thread_part_1 + i * 4 * y_stride_1] = tile_26[i];
        }
    }
    array<i64, 2> most_1;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        most_1[i] = -9223372036854775807ll - 1;
        most_1[i] = kiln::int_max(most_1[i], thread_part + i * 4 < 5 && thread_part_1 < 7 ? x_1[i] : -9223372036854775807ll - 1);
    }
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        const i64 other_11 = kiln::lane_xor(most_1[r], 4u);
        most_1[r] = kiln::int_max(most_1[r], other_11);
        const i64 other_12 = kiln::lane_xor(most_1[r], 2u);
        most_1[r] = kiln::int_max(most_1[r], other_12);
        const i64 other_13 = kiln::lane_xor(most_1[r], 1u);
        most_1[r] = kiln::int_max(most_1[r], other_13);
    }
    i64 most_2 = 9223372036854775807ll;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        most_2 = kiln::int_min(most_2, thread_part + i * 4 < 5 && thread_part_1 < 7 ? x_1[i] : 9223372036854775807ll);
    }
    const i64 other_11 = kiln::lane_xor(most_2, 16u);
    most_2 = kiln::int_min(most_2, other_11);
    const i64 other_12 = kiln::lane_xor(most_2, 8u);
    most_2 = kiln::int_min(most_2, other_12);
    array<u32, 2> tile_27;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_27[i] = x_1[i] == most_1[i] ? (u32)thread_part_1 : 7;
    }
    array<u32, 2> least_2;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        least_2[i] = 4294967295u;
        least_2[i] = kiln::int_min(least_2[i], thread_part + i * 4 < 5 && thread_part_1 < 7 ? tile_27[i] : 4294967295u);
    }
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        const u32 other_13 = kiln::lane_xor(least_2[r], 4u);
        least_2[r] = kiln::int_min(least_2[r], other_13);
        const u32 other_14 = kiln::lane_xor(least_2[r], 2u);
        least_2[r] = kiln::int_min(least_2[r], other_14);
        const u32 other_15 = kiln::lane_xor(least_2[r], 1u);
        least_2[r] = kiln::int_min(least_2[r], other_15);
    }
    const u32 scalar_1 = 7u - 1;
    array<u32, 2> tile_28;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        tile_28[r] = kiln::int_min(least_2[r], scalar_1);
    }
    array<u32, 2> tile_29;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_29[i] = x_1[i] == most_2 ? (u32)(thread_part + i * 4) : 5;
    }
    u32 least_3 = 4294967295u;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        least_3 = kiln::int_min(least_3, thread_part + i * 4 < 5 && thread_part_1 < 7 ? tile_29[i] : 4294967295u);
    }
    const u32 other_13 = kiln::lane_xor(least_3, 16u);
    least_3 = kiln::int_min(least_3, other_13);
    const u32 other_14 = kiln::lane_xor(least_3, 8u);
    least_3 = kiln::int_min(least_3, other_14);
    const u32 scalar_2 = 5u - 1;
    u32 tile_30;
    tile_30 = kiln::int_min(least_3, scalar_2);
    array<u32, 2> tile_31;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_31[i] = tile_28[i] + tile_30;
    }
    const usize places_rows = kiln::int_min(places_extent_0, 5ull);
    const usize places_columns = kiln::int_min(places_extent_1, 7ull);
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < places_rows && thread_part_1 < places_columns) {
            places[thread_part * places_stride_0 + thread_part_1 + i * 4 * places_stride_0] = tile_31[i];
        }
    }
    array<i64, 2> sorted_4;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        sorted_4[r] = x_1[r];
    }
    array<u32, 2> origin_1;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        origin_1[i] = (u32)(thread_part + i * 4);
    }
    u32 step_12 = 1;
    while (step_12 < 5) {
        u32 mask = step_12 + step_12 - 1;
        u32 half = step_12;
        while (mask > 0) {
            array<u32, 2> partner;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                partner[i] = (u32)(thread_part + i * 4) ^ mask;
            }
            array<i64, 2> other_15;
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
                    exchange[(thread_part + i * 4) * 7 + thread_part_1] = sorted_4[i];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                const usize number_3 = (usize)partner[i];
                other_15[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number_3 < 5 ? exchange[number_3 * 7 + thread_part_1] : 0;
            }
            array<bool, 2> less;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                less[r] = other_15[r] < sorted_4[r] | sorted_4[r] != sorted_4[r] & other_15[r] == other_15[r];
            }
            array<bool, 2> less_1;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                less_1[r] = sorted_4[r] < other_15[r] | other_15[r] != other_15[r] & sorted_4[r] == sorted_4[r];
            }
            array<u32, 2> other_origin;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                if (thread_part + i * 4 < 5 && thread_part_1 < 7) {
                    exchange_1[(thread_part + i * 4) * 7 + thread_part_1] = origin_1[i];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                const usize number_3 = (usize)partner[i];
                other_origin[i] = thread_part + i * 4 < 5 && thread_part_1 < 7 && number_3 < 5 ? exchange_1[number_3 * 7 + thread_part_1] : 0;
            }
            array<bool, 2> same;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                same[r] = !(less_1[r] | less[r]);
            }
            array<bool, 2> leads;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                leads[i] = (u32)(thread_part + i * 4) < partner[i];
            }
            array<bool, 2> swaps;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                swaps[r] = (leads[r] & (less_1[r] | same[r] & other_origin[r] < origin_1[r]) | !leads[r] & (less[r] | same[r] & other_origin[r] > origin_1[r])) & partner[r] < 5;
            }
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                sorted_4[r] = swaps[r] ? other_15[r] : sorted_4[r];
            }
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                origin_1[r] = swaps[r] ? other_origin[r] : origin_1[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_12 = step_12 + step_12;
    }
    const usize places_row = kiln::int_min(1ull, places_extent_0) * 5;
    const usize places_rows_1 = kiln::int_min(kiln::saturating_sub_u64(places_extent_0, places_row), 5ull);
    const usize places_columns_1 = kiln::int_min(places_extent_1, 7ull);
    const usize places_start = places_row * places_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < places_rows_1 && thread_part_1 < places_columns_1) {
            places[places_start + thread_part * places_stride_0 + thread_part_1 + i * 4 * places_stride_0] = origin_1[i];
        }
    }
    array<i64, 2> greatest_6;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        greatest_6[i] = -9223372036854775807ll - 1;
        greatest_6[i] = kiln::int_max(greatest_6[i], thread_part + i * 4 < 5 && thread_part_1 < 7 ? x_1[i] : -9223372036854775807ll - 1);
    }
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        const i64 other_15 = kiln::lane_xor(greatest_6[r], 4u);
        greatest_6[r] = kiln::int_max(greatest_6[r], other_15);
        const i64 other_16 = kiln::lane_xor(greatest_6[r], 2u);
        greatest_6[r] = kiln::int_max(greatest_6[r], other_16);
        const i64 other_17 = kiln::lane_xor(greatest_6[r], 1u);
        greatest_6[r] = kiln::int_max(greatest_6[r], other_17);
    }
    array<u32, 2> tile_32;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_32[i] = x_1[i] == greatest_6[i] ? (u32)thread_part_1 : (u32)(thread_part + i * 4);
    }
    const usize places_row_1 = kiln::int_min(2ull, places_extent_0) * 5;
    const usize places_rows_2 = kiln::int_min(kiln::saturating_sub_u64(places_extent_0, places_row_1), 5ull);
    const usize places_columns_2 = kiln::int_min(places_extent_1, 7ull);
    const usize places_start_1 = places_row_1 * places_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < places_rows_2 && thread_part_1 < places_columns_2) {
            places[places_start_1 + thread_part * places_stride_0 + thread_part_1 + i * 4 * places_stride_0] = tile_32[i];
        }
    }
}
