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

// prelude: int_max.1a21aab5 int_min.8439cc99 move_16.def5b418 store_16.d38ece70 saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(32, 1) orders(
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
    __shared__ __align__(16) array<float, 65> exchange;
    __shared__ __align__(16) array<u32, 65> exchange_1;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 2;
    const usize thread_part_1 = thread & 3;
    const usize thread_start = thread_part_1 * 4;
    __align__(16) array<float, 4> x_1;
    const usize at = (usize)blockIdx.x;
    const usize x_row = kiln::int_min(at, x_extent_0) * 5;
    const usize x_rows = kiln::int_min(kiln::saturating_sub_u64(x_extent_0, x_row), 5ull);
    const usize x_columns = kiln::int_min(x_extent_1, 12ull);
    const usize x_start = x_row * x_stride_0;
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        x_1[k] = 0.0f;
    }
    if (thread_part < x_rows && thread_start < x_columns) {
        kiln::move_16(x_1[0], x[x_start + thread_part * x_stride_0 + thread_start]);
    }
    __align__(16) array<float, 4> sorted;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        sorted[r] = x_1[r];
    }
    u32 step = 1;
    while (step < 12) {
        u32 mask = step + step - 1;
        u32 half = step;
        while (mask > 0) {
            array<u32, 4> partner;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                partner[j] = (u32)(thread_start + j) ^ mask;
            }
            array<float, 4> other;
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                if (thread_part < 5 && thread_start + j < 12) {
                    exchange[thread_part * 13 + thread_start + j] = sorted[j];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)partner[j];
                other[j] = thread_part < 5 && thread_start + j < 12 && number < 12 ? exchange[thread_part * 13 + number] : 0.0f;
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
            for (usize j = 0; j < 4; ++j) {
                leads[j] = (u32)(thread_start + j) < partner[j];
            }
            array<bool, 4> swaps;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                swaps[r] = (leads[r] & less[r] | !leads[r] & less_1[r]) & partner[r] < 12;
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
    const usize y_rows = kiln::int_min(y_extent_0, 5ull);
    const usize y_columns = kiln::int_min(y_extent_1, 12ull);
    if (thread_part < y_rows && thread_start < y_columns) {
        kiln::store_16(y[thread_part * y_stride_0 + thread_start], sorted[0]);
    }
    __align__(16) array<float, 4> sorted_1;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        sorted_1[r] = x_1[r];
    }
    u32 step_1 = 1;
    while (step_1 < 5) {
        u32 mask = step_1 + step_1 - 1;
        u32 half = step_1;
        while (mask > 0) {
            array<u32, 4> partner;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                partner[j] = (u32)thread_part ^ mask;
            }
            array<float, 4> other;
            __syncthreads();
            if (thread_part < 5 && thread_start < 12) {
                kiln::move_16(exchange[thread_part * 12 + thread_start], sorted_1[0]);
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)partner[j];
                other[j] = thread_part < 5 && thread_start + j < 12 && number < 5 ? exchange[number * 12 + thread_start + j] : 0.0f;
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
            for (usize j = 0; j < 4; ++j) {
                leads[j] = (u32)thread_part < partner[j];
            }
            array<bool, 4> swaps;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                swaps[r] = (leads[r] & less_1[r] | !leads[r] & less[r]) & partner[r] < 5;
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
    const usize y_row = kiln::int_min(1ull, y_extent_0) * 5;
    const usize y_rows_1 = kiln::int_min(kiln::saturating_sub_u64(y_extent_0, y_row), 5ull);
    const usize y_columns_1 = kiln::int_min(y_extent_1, 12ull);
    const usize y_start = y_row * y_stride_0;
    if (thread_part < y_rows_1 && thread_start < y_columns_1) {
        kiln::store_16(y[y_start + thread_part * y_stride_0 + thread_start], sorted_1[0]);
    }
    array<float, 4> sorted_2;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        sorted_2[r] = x_1[r];
    }
    array<u32, 4> origin;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        origin[j] = (u32)(thread_start + j);
    }
    u32 step_2 = 1;
    while (step_2 < 12) {
        u32 mask = step_2 + step_2 - 1;
        u32 half = step_2;
        while (mask > 0) {
            array<u32, 4> partner;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                partner[j] = (u32)(thread_start + j) ^ mask;
            }
            array<float, 4> other;
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                if (thread_part < 5 && thread_start + j < 12) {
                    exchange[thread_part * 13 + thread_start + j] = sorted_2[j];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)partner[j];
                other[j] = thread_part < 5 && thread_start + j < 12 && number < 12 ? exchange[thread_part * 13 + number] : 0.0f;
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
            array<u32, 4> other_origin;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                if (thread_part < 5 && thread_start + j < 12) {
                    exchange_1[thread_part * 13 + thread_start + j] = origin[j];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)partner[j];
                other_origin[j] = thread_part < 5 && thread_start + j < 12 && number < 12 ? exchange_1[thread_part * 13 + number] : 0;
            }
            array<bool, 4> same;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                same[r] = !(less[r] | less_1[r]);
            }
            array<bool, 4> leads;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                leads[j] = (u32)(thread_start + j) < partner[j];
            }
            array<bool, 4> swaps;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                swaps[r] = (leads[r] & (less[r] | same[r] & other_origin[r] < origin[r]) | !leads[r] & (less_1[r] | same[r] & other_origin[r] > origin[r])) & partner[r] < 12;
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                sorted_2[r] = swaps[r] ? other[r] : sorted_2[r];
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                origin[r] = swaps[r] ? other_origin[r] : origin[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_2 = step_2 + step_2;
    }
    __align__(16) array<float, 4> tile;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile[r] = (float)origin[r];
    }
    const usize y_row_1 = kiln::int_min(2ull, y_extent_0) * 5;
    const usize y_rows_2 = kiln::int_min(kiln::saturating_sub_u64(y_extent_0, y_row_1), 5ull);
    const usize y_columns_2 = kiln::int_min(y_extent_1, 12ull);
    const usize y_start_1 = y_row_1 * y_stride_0;
    if (thread_part < y_rows_2 && thread_start < y_columns_2) {
        kiln::store_16(y[y_start_1 + thread_part * y_stride_0 + thread_start], tile[0]);
    }
    __align__(16) array<float, 4> sorted_3;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        sorted_3[r] = x_1[r];
    }
    __align__(16) array<u32, 4> origin_1;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        origin_1[j] = (u32)thread_part;
    }
    u32 step_3 = 1;
    while (step_3 < 5) {
        u32 mask = step_3 + step_3 - 1;
        u32 half = step_3;
        while (mask > 0) {
            array<u32, 4> partner;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                partner[j] = (u32)thread_part ^ mask;
            }
            array<float, 4> other;
            __syncthreads();
            if (thread_part < 5 && thread_start < 12) {
                kiln::move_16(exchange[thread_part * 12 + thread_start], sorted_3[0]);
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)partner[j];
                other[j] = thread_part < 5 && thread_start + j < 12 && number < 5 ? exchange[number * 12 + thread_start + j] : 0.0f;
            }
            array<bool, 4> less;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                less[r] = other[r] < sorted_3[r] | sorted_3[r] != sorted_3[r] & other[r] == other[r];
            }
            array<bool, 4> less_1;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                less_1[r] = sorted_3[r] < other[r] | other[r] != other[r] & sorted_3[r] == sorted_3[r];
            }
            array<u32, 4> other_origin;
            if (thread_part < 5 && thread_start < 12) {
                kiln::move_16(exchange_1[thread_part * 12 + thread_start], origin_1[0]);
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)partner[j];
                other_origin[j] = thread_part < 5 && thread_start + j < 12 && number < 5 ? exchange_1[number * 12 + thread_start + j] : 0;
            }
            array<bool, 4> same;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                same[r] = !(less_1[r] | less[r]);
            }
            array<bool, 4> leads;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                leads[j] = (u32)thread_part < partner[j];
            }
            array<bool, 4> swaps;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                swaps[r] = (leads[r] & (less_1[r] | same[r] & other_origin[r] < origin_1[r]) | !leads[r] & (less[r] | same[r] & other_origin[r] > origin_1[r])) & partner[r] < 5;
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                sorted_3[r] = swaps[r] ? other[r] : sorted_3[r];
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                origin_1[r] = swaps[r] ? other_origin[r] : origin_1[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_3 = step_3 + step_3;
    }
    __align__(16) array<float, 4> tile_1;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile_1[r] = (float)origin_1[r];
    }
    const usize y_row_2 = kiln::int_min(3ull, y_extent_0) * 5;
    const usize y_rows_3 = kiln::int_min(kiln::saturating_sub_u64(y_extent_0, y_row_2), 5ull);
    const usize y_columns_3 = kiln::int_min(y_extent_1, 12ull);
    const usize y_start_2 = y_row_2 * y_stride_0;
    if (thread_part < y_rows_3 && thread_start < y_columns_3) {
        kiln::store_16(y[y_start_2 + thread_part * y_stride_0 + thread_start], tile_1[0]);
    }
    // The elements by their places are the elements in order.
    array<float, 4> sorted_4;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        sorted_4[r] = x_1[r];
    }
    array<u32, 4> origin_2;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        origin_2[j] = (u32)(thread_start + j);
    }
    u32 step_4 = 1;
    while (step_4 < 12) {
        u32 mask = step_4 + step_4 - 1;
        u32 half = step_4;
        while (mask > 0) {
            array<u32, 4> partner;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                partner[j] = (u32)(thread_start + j) ^ mask;
            }
            array<float, 4> other;
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                if (thread_part < 5 && thread_start + j < 12) {
                    exchange[thread_part * 13 + thread_start + j] = sorted_4[j];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)partner[j];
                other[j] = thread_part < 5 && thread_start + j < 12 && number < 12 ? exchange[thread_part * 13 + number] : 0.0f;
            }
            array<bool, 4> less;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                less[r] = other[r] < sorted_4[r] | sorted_4[r] != sorted_4[r] & other[r] == other[r];
            }
            array<bool, 4> less_1;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                less_1[r] = sorted_4[r] < other[r] | other[r] != other[r] & sorted_4[r] == sorted_4[r];
            }
            array<u32, 4> other_origin;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                if (thread_part < 5 && thread_start + j < 12) {
                    exchange_1[thread_part * 13 + thread_start + j] = origin_2[j];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)partner[j];
                other_origin[j] = thread_part < 5 && thread_start + j < 12 && number < 12 ? exchange_1[thread_part * 13 + number] : 0;
            }
            array<bool, 4> same;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                same[r] = !(less[r] | less_1[r]);
            }
            array<bool, 4> leads;
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                leads[j] = (u32)(thread_start + j) < partner[j];
            }
            array<bool, 4> swaps;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                swaps[r] = (leads[r] & (less[r] | same[r] & other_origin[r] < origin_2[r]) | !leads[r] & (less_1[r] | same[r] & other_origin[r] > origin_2[r])) & partner[r] < 12;
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                sorted_4[r] = swaps[r] ? other[r] : sorted_4[r];
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                origin_2[r] = swaps[r] ? other_origin[r] : origin_2[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_4 = step_4 + step_4;
    }
    __align__(16) array<float, 4> x_picked;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        if (thread_part < 5 && thread_start + j < 12) {
            exchange[thread_part * 13 + thread_start + j] = x_1[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        const usize number = (usize)origin_2[j];
        x_picked[j] = thread_part < 5 && thread_start + j < 12 && number < 12 ? exchange[thread_part * 13 + number] : 0.0f;
    }
    const usize y_row_3 = kiln::int_min(4ull, y_extent_0) * 5;
    const usize y_rows_4 = kiln::int_min(kiln::saturating_sub_u64(y_extent_0, y_row_3), 5ull);
    const usize y_columns_4 = kiln::int_min(y_extent_1, 12ull);
    const usize y_start_3 = y_row_3 * y_stride_0;
    if (thread_part < y_rows_4 && thread_start < y_columns_4) {
        kiln::store_16(y[y_start_3 + thread_part * y_stride_0 + thread_start], x_picked[0]);
    }
}
