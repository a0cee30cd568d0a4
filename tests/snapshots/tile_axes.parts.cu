// least: sm_80
typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: int_max.1a21aab5 int_min.8439cc99 move_8.e96dfb16 saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(32, 1) parts(
    u32 start,
    const float* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    float* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_stride_0,
    usize y_stride_1
) {
    __shared__ __align__(16) array<float, 66> exchange;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 3;
    const usize thread_part_1 = thread & 7;
    const usize thread_start = thread_part_1 * 2;
    const usize thread_part_2 = thread & 3;
    const usize thread_part_3 = thread >> 2;
    const usize thread_part_4 = thread >> 4;
    const usize thread_part_5 = thread & 15;
    __align__(16) array<float, 4> x_1;
    const usize at = (usize)blockIdx.x;
    const usize x_row = kiln::int_min(at, x_extent_0) * 6;
    const usize x_rows = kiln::int_min(kiln::saturating_sub_u64(x_extent_0, x_row), 6ull);
    const usize x_columns = kiln::int_min(x_extent_1, 10ull);
    const usize x_start = x_row * x_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize k = 0; k < 2; ++k) {
            x_1[i * 2 + k] = 0.0f;
        }
        if (thread_part + i * 4 < x_rows && thread_start < x_columns) {
            kiln::move_8(x_1[i * 2], x[x_start + thread_part * x_stride_0 + thread_start + i * 4 * x_stride_0]);
        }
    }
    const u32 start_1 = 0u;
    const u32 tile = (u32)thread_part_2 + start_1;
    float left;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            if (thread_part + i * 4 < 6 && thread_start + j < 10) {
                exchange[(thread_part + i * 4) * 11 + thread_start + j] = x_1[i * 2 + j];
            }
        }
    }
    const usize number = (usize)tile;
    __syncthreads();
    left = thread_part_3 < 6 && number < 10 ? exchange[thread_part_3 * 11 + number] : 0.0f;
    const u32 start_2 = 4u;
    const u32 tile_1 = (u32)thread_part_1 + start_2;
    array<float, 2> right;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            if (thread_part + i * 4 < 6 && thread_start + j < 10) {
                exchange[(thread_part + i * 4) * 11 + thread_start + j] = x_1[i * 2 + j];
            }
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        const usize number_1 = (usize)tile_1;
        right[i] = thread_part + i * 4 < 6 && thread_part_1 < 6 && number_1 < 10 ? exchange[(thread_part + i * 4) * 11 + number_1] : 0.0f;
    }
    array<float, 4> first;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 6 && thread_part_1 < 6) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = right[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            const usize number_1 = (usize)(u32)(thread_start + j);
            first[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number_1 < 6 ? exchange[(thread_part + i * 4) * 7 + number_1] : 0.0f;
        }
    }
    array<u32, 4> tile_2;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            tile_2[i * 2 + j] = (u32)(thread_start + j) - 6;
        }
    }
    array<float, 4> behind_picked;
    __syncthreads();
    if (thread_part_3 < 6) {
        exchange[thread_part_3 * 5 + thread_part_2] = left;
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            const usize number_1 = (usize)tile_2[i * 2 + j];
            behind_picked[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number_1 < 4 ? exchange[(thread_part + i * 4) * 5 + number_1] : 0.0f;
        }
    }
    __align__(16) array<float, 4> tile_3;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            tile_3[i * 2 + j] = (u32)(thread_start + j) < 6 ? first[i * 2 + j] : behind_picked[i * 2 + j];
        }
    }
    const usize y_rows = kiln::int_min(y_extent_0, 6ull);
    const usize y_columns = kiln::int_min(y_extent_1, 10ull);
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < y_rows && thread_start < y_columns) {
            kiln::move_8(y[thread_part * y_stride_0 + thread_start + i * 4 * y_stride_0], tile_3[i * 2]);
        }
    }
    const u32 start_3 = 4u;
    const u32 start_4 = 0u;
    const u32 tile_4 = (u32)thread_part_4 + start_3;
    float x_2;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 6 && thread_start < 10) {
            kiln::move_8(exchange[(thread_part + i * 4) * 10 + thread_start], x_1[i * 2]);
        }
    }
    const usize number_1 = (usize)tile_4;
    __syncthreads();
    x_2 = thread_part_5 < 10 && number_1 < 6 ? exchange[number_1 * 10 + thread_part_5] : 0.0f;
    array<u32, 2> tile_5;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_5[i] = (u32)(thread_part_4 + i * 2) + start_4;
    }
    array<float, 2> behind;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 6 && thread_start < 10) {
            kiln::move_8(exchange[(thread_part + i * 4) * 10 + thread_start], x_1[i * 2]);
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        const usize number_2 = (usize)tile_5[i];
        behind[i] = thread_part_5 < 10 && number_2 < 6 ? exchange[number_2 * 10 + thread_part_5] : 0.0f;
    }
    array<float, 4> first_1;
    __syncthreads();
    if (thread_part_5 < 10) {
        exchange[thread_part_4 * 10 + thread_part_5] = x_2;
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            const usize number_2 = (usize)(u32)(thread_part + i * 4);
            first_1[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number_2 < 2 ? exchange[number_2 * 10 + thread_start + j] : 0.0f;
        }
    }
    array<u32, 4> tile_6;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            tile_6[i * 2 + j] = (u32)(thread_part + i * 4) - 2;
        }
    }
    array<float, 4> behind_picked_1;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part_5 < 10) {
            exchange[(thread_part_4 + i * 2) * 10 + thread_part_5] = behind[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            const usize number_2 = (usize)tile_6[i * 2 + j];
            behind_picked_1[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number_2 < 4 ? exchange[number_2 * 10 + thread_start + j] : 0.0f;
        }
    }
    __align__(16) array<float, 4> tile_7;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            tile_7[i * 2 + j] = (u32)(thread_part + i * 4) < 2 ? first_1[i * 2 + j] : behind_picked_1[i * 2 + j];
        }
    }
    const usize y_row = kiln::int_min(1ull, y_extent_0) * 6;
    const usize y_rows_1 = kiln::int_min(kiln::saturating_sub_u64(y_extent_0, y_row), 6ull);
    const usize y_columns_1 = kiln::int_min(y_extent_1, 10ull);
    const usize y_start = y_row * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < y_rows_1 && thread_start < y_columns_1) {
            kiln::move_8(y[y_start + thread_part * y_stride_0 + thread_start + i * 4 * y_stride_0], tile_7[i * 2]);
        }
    }
    // Rows that are not there are zeros.
    const u32 start_5 = (u32)kiln::int_min(2147483648ull, (usize)start);
    array<u32, 2> tile_8;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_8[i] = (u32)(thread_part + i * 4) + start_5;
    }
    __align__(16) array<float, 4> x_picked;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 6 && thread_start < 10) {
            kiln::move_8(exchange[(thread_part + i * 4) * 10 + thread_start], x_1[i * 2]);
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            const usize number_2 = (usize)tile_8[i];
            x_picked[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number_2 < 6 ? exchange[number_2 * 10 + thread_start + j] : 0.0f;
        }
    }
    const usize y_row_1 = kiln::int_min(2ull, y_extent_0) * 6;
    const usize y_rows_2 = kiln::int_min(kiln::saturating_sub_u64(y_extent_0, y_row_1), 6ull);
    const usize y_columns_2 = kiln::int_min(y_extent_1, 10ull);
    const usize y_start_1 = y_row_1 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < y_rows_2 && thread_start < y_columns_2) {
            kiln::move_8(y[y_start_1 + thread_part * y_stride_0 + thread_start + i * 4 * y_stride_0], x_picked[i * 2]);
        }
    }
    array<u32, 2> last_first;
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        last_first[j] = 9 - (u32)(thread_start + j);
    }
    __align__(16) array<float, 4> x_picked_1;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            if (thread_part + i * 4 < 6 && thread_start + j < 10) {
                exchange[(thread_part + i * 4) * 11 + thread_start + j] = x_1[i * 2 + j];
            }
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            const usize number_2 = (usize)last_first[j];
            x_picked_1[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number_2 < 10 ? exchange[(thread_part + i * 4) * 11 + number_2] : 0.0f;
        }
    }
    const usize y_row_2 = kiln::int_min(3ull, y_extent_0) * 6;
    const usize y_rows_3 = kiln::int_min(kiln::saturating_sub_u64(y_extent_0, y_row_2), 6ull);
    const usize y_columns_3 = kiln::int_min(y_extent_1, 10ull);
    const usize y_start_2 = y_row_2 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < y_rows_3 && thread_start < y_columns_3) {
            kiln::move_8(y[y_start_2 + thread_part * y_stride_0 + thread_start + i * 4 * y_stride_0], x_picked_1[i * 2]);
        }
    }
    array<i32, 2> from_below;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        from_below[i] = (i32)((i32)(thread_part + i * 4) - 1u);
    }
    __align__(16) array<float, 4> x_picked_2;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 6 && thread_start < 10) {
            kiln::move_8(exchange[(thread_part + i * 4) * 10 + thread_start], x_1[i * 2]);
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            const usize number_2 = (usize)from_below[i];
            x_picked_2[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number_2 < 6 ? exchange[number_2 * 10 + thread_start + j] : 0.0f;
        }
    }
    const usize y_row_3 = kiln::int_min(4ull, y_extent_0) * 6;
    const usize y_rows_4 = kiln::int_min(kiln::saturating_sub_u64(y_extent_0, y_row_3), 6ull);
    const usize y_columns_4 = kiln::int_min(y_extent_1, 10ull);
    const usize y_start_3 = y_row_3 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < y_rows_4 && thread_start < y_columns_4) {
            kiln::move_8(y[y_start_3 + thread_part * y_stride_0 + thread_start + i * 4 * y_stride_0], x_picked_2[i * 2]);
        }
    }
    array<u32, 4> diagonal;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            diagonal[i * 2 + j] = ((u32)(thread_part + i * 4) + 0) * 1 + (u32)(thread_start + j);
        }
    }
    __align__(16) array<float, 4> x_picked_3;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            if (thread_part + i * 4 < 6 && thread_start + j < 10) {
                exchange[(thread_part + i * 4) * 11 + thread_start + j] = x_1[i * 2 + j];
            }
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            const usize number_2 = (usize)diagonal[i * 2 + j];
            x_picked_3[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number_2 < 10 ? exchange[(thread_part + i * 4) * 11 + number_2] : 0.0f;
        }
    }
    const usize y_row_4 = kiln::int_min(5ull, y_extent_0) * 6;
    const usize y_rows_5 = kiln::int_min(kiln::saturating_sub_u64(y_extent_0, y_row_4), 6ull);
    const usize y_columns_5 = kiln::int_min(y_extent_1, 10ull);
    const usize y_start_4 = y_row_4 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < y_rows_5 && thread_start < y_columns_5) {
            kiln::move_8(y[y_start_4 + thread_part * y_stride_0 + thread_start + i * 4 * y_stride_0], x_picked_3[i * 2]);
        }
    }
    array<float, 4> sorted;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        sorted[r] = x_1[r];
    }
    u32 step = 1;
    while (step < 10) {
        u32 mask = step + step - 1;
        u32 half = step;
        while (mask > 0) {
            array<u32, 4> partner;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    partner[i * 2 + j] = (u32)(thread_start + j) ^ mask;
                }
            }
            array<float, 4> other;
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    if (thread_part + i * 4 < 6 && thread_start + j < 10) {
                        exchange[(thread_part + i * 4) * 11 + thread_start + j] = sorted[i * 2 + j];
                    }
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    const usize number_2 = (usize)partner[i * 2 + j];
                    other[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number_2 < 10 ? exchange[(thread_part + i * 4) * 11 + number_2] : 0.0f;
                }
            }
            array<bool, 4> less;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                less[r] = other[r] < sorted[r] | sorted[r] != sorted[r] & other[r] == other[r];
            }
            array<bool, 4> less_1;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                less_1[r] = sorted[r] < other[r] | other[r] != other[r] & sorted[r] == sorted[r];
            }
            array<bool, 4> leads;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    leads[i * 2 + j] = (u32)(thread_start + j) < partner[i * 2 + j];
                }
            }
            array<bool, 4> swaps;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                swaps[r] = (leads[r] & less_1[r] | !leads[r] & less[r]) & partner[r] < 10;
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                sorted[r] = swaps[r] ? other[r] : sorted[r];
            }
            half = half >> 1;
            mask = half;
        }
        step = step + step;
    }
    const u32 start_6 = 0u;
    array<u32, 2> tile_9;
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        tile_9[j] = (u32)(thread_start + j) + start_6;
    }
    __align__(16) array<float, 4> sorted_picked;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            if (thread_part + i * 4 < 6 && thread_start + j < 10) {
                exchange[(thread_part + i * 4) * 11 + thread_start + j] = sorted[i * 2 + j];
            }
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            const usize number_2 = (usize)tile_9[j];
            sorted_picked[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number_2 < 10 ? exchange[(thread_part + i * 4) * 11 + number_2] : 0.0f;
        }
    }
    const usize y_row_5 = kiln::int_min(6ull, y_extent_0) * 6;
    const usize y_rows_6 = kiln::int_min(kiln::saturating_sub_u64(y_extent_0, y_row_5), 6ull);
    const usize y_columns_6 = kiln::int_min(y_extent_1, 10ull);
    const usize y_start_5 = y_row_5 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < y_rows_6 && thread_start < y_columns_6) {
            kiln::move_8(y[y_start_5 + thread_part * y_stride_0 + thread_start + i * 4 * y_stride_0], sorted_picked[i * 2]);
        }
    }
    __align__(16) array<float, 4> sorted_1;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        sorted_1[r] = x_1[r];
    }
    u32 step_1 = 1;
    while (step_1 < 6) {
        u32 mask = step_1 + step_1 - 1;
        u32 half = step_1;
        while (mask > 0) {
            array<u32, 4> partner;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    partner[i * 2 + j] = (u32)(thread_part + i * 4) ^ mask;
                }
            }
            array<float, 4> other;
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                if (thread_part + i * 4 < 6 && thread_start < 10) {
                    kiln::move_8(exchange[(thread_part + i * 4) * 10 + thread_start], sorted_1[i * 2]);
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    const usize number_2 = (usize)partner[i * 2 + j];
                    other[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number_2 < 6 ? exchange[number_2 * 10 + thread_start + j] : 0.0f;
                }
            }
            array<bool, 4> less;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                less[r] = other[r] < sorted_1[r] | sorted_1[r] != sorted_1[r] & other[r] == other[r];
            }
            array<bool, 4> less_1;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                less_1[r] = sorted_1[r] < other[r] | other[r] != other[r] & sorted_1[r] == sorted_1[r];
            }
            array<bool, 4> leads;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    leads[i * 2 + j] = (u32)(thread_part + i * 4) < partner[i * 2 + j];
                }
            }
            array<bool, 4> swaps;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                swaps[r] = (leads[r] & less_1[r] | !leads[r] & less[r]) & partner[r] < 6;
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                sorted_1[r] = swaps[r] ? other[r] : sorted_1[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_1 = step_1 + step_1;
    }
    const u32 start_7 = 0u;
    array<float, 4> sorted_2;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        sorted_2[r] = x_1[r];
    }
    u32 step_2 = 1;
    while (step_2 < 10) {
        u32 mask = step_2 + step_2 - 1;
        u32 half = step_2;
        while (mask > 0) {
            array<u32, 4> partner;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    partner[i * 2 + j] = (u32)(thread_start + j) ^ mask;
                }
            }
            array<float, 4> other;
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    if (thread_part + i * 4 < 6 && thread_start + j < 10) {
                        exchange[(thread_part + i * 4) * 11 + thread_start + j] = sorted_2[i * 2 + j];
                    }
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    const usize number_2 = (usize)partner[i * 2 + j];
                    other[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number_2 < 10 ? exchange[(thread_part + i * 4) * 11 + number_2] : 0.0f;
                }
            }
            array<bool, 4> less;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                less[r] = other[r] < sorted_2[r] | sorted_2[r] != sorted_2[r] & other[r] == other[r];
            }
            array<bool, 4> less_1;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                less_1[r] = sorted_2[r] < other[r] | other[r] != other[r] & sorted_2[r] == sorted_2[r];
            }
            array<bool, 4> leads;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    leads[i * 2 + j] = (u32)(thread_start + j) < partner[i * 2 + j];
                }
            }
            array<bool, 4> swaps;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                swaps[r] = (leads[r] & less_1[r] | !leads[r] & less[r]) & partner[r] < 10;
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                sorted_2[r] = swaps[r] ? other[r] : sorted_2[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_2 = step_2 + step_2;
    }
    const u32 start_8 = 0u;
    const u32 tile_10 = (u32)thread_part_2 + start_8;
    float x_3;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            if (thread_part + i * 4 < 6 && thread_start + j < 10) {
                exchange[(thread_part + i * 4) * 11 + thread_start + j] = sorted_2[i * 2 + j];
            }
        }
    }
    const usize number_2 = (usize)tile_10;
    __syncthreads();
    x_3 = thread_part_3 < 6 && thread_part_2 < 3 && number_2 < 10 ? exchange[thread_part_3 * 11 + number_2] : 0.0f;
    const u32 start_9 = 0u;
    const u32 tile_11 = (u32)thread_part_4 + start_7;
    float x_4;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 6 && thread_start < 10) {
            kiln::move_8(exchange[(thread_part + i * 4) * 10 + thread_start], sorted_1[i * 2]);
        }
    }
    const usize number_3 = (usize)tile_11;
    __syncthreads();
    x_4 = thread_part_5 < 10 && number_3 < 6 ? exchange[number_3 * 10 + thread_part_5] : 0.0f;
    const u32 tile_12 = (u32)thread_part_5 + start_9;
    array<float, 3> behind_1;
    __syncthreads();
    if (thread_part_3 < 6 && thread_part_2 < 3) {
        exchange[thread_part_3 * 3 + thread_part_2] = x_3;
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 3; ++i) {
        const usize number_4 = (usize)tile_12;
        behind_1[i] = thread_part_5 < 10 && number_4 < 3 ? exchange[(thread_part_4 + i * 2) * 3 + number_4] : 0.0f;
    }
    array<float, 4> first_2;
    __syncthreads();
    if (thread_part_5 < 10) {
        exchange[thread_part_4 * 10 + thread_part_5] = x_4;
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            const usize number_4 = (usize)(u32)(thread_part + i * 4);
            first_2[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number_4 < 2 ? exchange[number_4 * 10 + thread_start + j] : 0.0f;
        }
    }
    array<u32, 4> tile_13;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            tile_13[i * 2 + j] = (u32)(thread_part + i * 4) - 2;
        }
    }
    array<float, 4> behind_picked_2;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 3; ++i) {
        if (thread_part_5 < 10) {
            exchange[(thread_part_4 + i * 2) * 10 + thread_part_5] = behind_1[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            const usize number_4 = (usize)tile_13[i * 2 + j];
            behind_picked_2[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number_4 < 6 ? exchange[number_4 * 10 + thread_start + j] : 0.0f;
        }
    }
    __align__(16) array<float, 4> tile_14;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            tile_14[i * 2 + j] = (u32)(thread_part + i * 4) < 2 ? first_2[i * 2 + j] : behind_picked_2[i * 2 + j];
        }
    }
    const usize y_row_6 = kiln::int_min(7ull, y_extent_0) * 6;
    const usize y_rows_7 = kiln::int_min(kiln::saturating_sub_u64(y_extent_0, y_row_6), 6ull);
    const usize y_columns_7 = kiln::int_min(y_extent_1, 10ull);
    const usize y_start_6 = y_row_6 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < y_rows_7 && thread_start < y_columns_7) {
            kiln::move_8(y[y_start_6 + thread_part * y_stride_0 + thread_start + i * 4 * y_stride_0], tile_14[i * 2]);
        }
    }
}
