// least: sm_80
typedef unsigned int u32;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: int_min.8439cc99 move_8.e96dfb16

extern "C" __global__ void __launch_bounds__(32, 1) best(
    const float* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    float* __restrict__ values, usize values_len,
    usize values_extent_0,
    usize values_extent_1,
    usize values_extent_2,
    usize values_stride_0,
    usize values_stride_1,
    usize values_stride_2,
    u32* __restrict__ indices, usize indices_len,
    usize indices_extent_0,
    usize indices_extent_1,
    usize indices_extent_2,
    usize indices_stride_0,
    usize indices_stride_1,
    usize indices_stride_2
) {
    __shared__ __align__(16) array<float, 66> exchange;
    __shared__ __align__(16) array<u32, 66> exchange_1;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 3;
    const usize thread_part_1 = thread & 7;
    const usize thread_start = thread_part_1 * 2;
    const usize thread_part_2 = thread & 3;
    const usize thread_part_3 = thread >> 2;
    const usize thread_part_4 = thread >> 4;
    const usize thread_part_5 = thread & 15;
    __align__(16) array<float, 4> x_1;
    const usize x_rows = kiln::int_min(x_extent_0, 6ull);
    const usize x_columns = kiln::int_min(x_extent_1, 10ull);
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize k = 0; k < 2; ++k) {
            x_1[i * 2 + k] = 0.0f;
        }
        if (thread_part + i * 4 < x_rows && thread_start < x_columns) {
            kiln::move_8(x_1[i * 2], x[thread_part * x_stride_0 + thread_start + i * 4 * x_stride_0]);
        }
    }
    array<float, 4> sorted;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        sorted[r] = x_1[r];
    }
    array<u32, 4> origin;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            origin[i * 2 + j] = (u32)(thread_start + j);
        }
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
                    const usize number = (usize)partner[i * 2 + j];
                    other[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number < 10 ? exchange[(thread_part + i * 4) * 11 + number] : 0.0f;
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
            array<u32, 4> other_origin;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    if (thread_part + i * 4 < 6 && thread_start + j < 10) {
                        exchange_1[(thread_part + i * 4) * 11 + thread_start + j] = origin[i * 2 + j];
                    }
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    const usize number = (usize)partner[i * 2 + j];
                    other_origin[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number < 10 ? exchange_1[(thread_part + i * 4) * 11 + number] : 0;
                }
            }
            array<bool, 4> same;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                same[r] = !(less_1[r] | less[r]);
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
                swaps[r] = (leads[r] & (less_1[r] | same[r] & other_origin[r] < origin[r]) | !leads[r] & (less[r] | same[r] & other_origin[r] > origin[r])) & partner[r] < 10;
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                sorted[r] = swaps[r] ? other[r] : sorted[r];
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                origin[r] = swaps[r] ? other_origin[r] : origin[r];
            }
            half = half >> 1;
            mask = half;
        }
        step = step + step;
    }
    const u32 start = 0u;
    const u32 start_1 = 0u;
    const u32 tile = (u32)thread_part_2 + start;
    float value_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            if (thread_part + i * 4 < 6 && thread_start + j < 10) {
                exchange[(thread_part + i * 4) * 11 + thread_start + j] = sorted[i * 2 + j];
            }
        }
    }
    const usize number = (usize)tile;
    __syncthreads();
    value_0 = thread_part_3 < 6 && thread_part_2 < 3 && number < 10 ? exchange[thread_part_3 * 11 + number] : 0.0f;
    const u32 tile_1 = (u32)thread_part_2 + start_1;
    u32 value_1;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            if (thread_part + i * 4 < 6 && thread_start + j < 10) {
                exchange_1[(thread_part + i * 4) * 11 + thread_start + j] = origin[i * 2 + j];
            }
        }
    }
    const usize number_1 = (usize)tile_1;
    __syncthreads();
    value_1 = thread_part_3 < 6 && thread_part_2 < 3 && number_1 < 10 ? exchange_1[thread_part_3 * 11 + number_1] : 0;
    const usize values_rows = kiln::int_min(values_extent_1, 6ull);
    const usize values_columns = kiln::int_min(values_extent_2, 3ull);
    if (0 < values_extent_0 && thread_part_3 < values_rows && thread_part_2 < values_columns) {
        values[thread_part_3 * values_stride_1 + thread_part_2] = value_0;
    }
    const usize indices_rows = kiln::int_min(indices_extent_1, 6ull);
    const usize indices_columns = kiln::int_min(indices_extent_2, 3ull);
    if (0 < indices_extent_0 && thread_part_3 < indices_rows && thread_part_2 < indices_columns) {
        indices[thread_part_3 * indices_stride_1 + thread_part_2] = value_1;
    }
    __align__(16) array<float, 4> sorted_1;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        sorted_1[r] = x_1[r];
    }
    __align__(16) array<u32, 4> origin_1;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            origin_1[i * 2 + j] = (u32)(thread_part + i * 4);
        }
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
            array<u32, 4> other_origin;
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                if (thread_part + i * 4 < 6 && thread_start < 10) {
                    kiln::move_8(exchange_1[(thread_part + i * 4) * 10 + thread_start], origin_1[i * 2]);
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize i = 0; i < 2; ++i) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    const usize number_2 = (usize)partner[i * 2 + j];
                    other_origin[i * 2 + j] = thread_part + i * 4 < 6 && thread_start + j < 10 && number_2 < 6 ? exchange_1[number_2 * 10 + thread_start + j] : 0;
                }
            }
            array<bool, 4> same;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                same[r] = !(less_1[r] | less[r]);
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
                swaps[r] = (leads[r] & (less_1[r] | same[r] & other_origin[r] < origin_1[r]) | !leads[r] & (less[r] | same[r] & other_origin[r] > origin_1[r])) & partner[r] < 6;
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                sorted_1[r] = swaps[r] ? other[r] : sorted_1[r];
            }
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                origin_1[r] = swaps[r] ? other_origin[r] : origin_1[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_1 = step_1 + step_1;
    }
    const u32 start_2 = 0u;
    const u32 start_3 = 0u;
    array<u32, 2> tile_2;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_2[i] = (u32)(thread_part_4 + i * 2) + start_2;
    }
    array<float, 2> both_0;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 6 && thread_start < 10) {
            kiln::move_8(exchange[(thread_part + i * 4) * 10 + thread_start], sorted_1[i * 2]);
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        const usize number_2 = (usize)tile_2[i];
        both_0[i] = thread_part_4 + i * 2 < 3 && thread_part_5 < 10 && number_2 < 6 ? exchange[number_2 * 10 + thread_part_5] : 0.0f;
    }
    array<u32, 2> tile_3;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        tile_3[i] = (u32)(thread_part_4 + i * 2) + start_3;
    }
    array<u32, 2> both_1;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part + i * 4 < 6 && thread_start < 10) {
            kiln::move_8(exchange_1[(thread_part + i * 4) * 10 + thread_start], origin_1[i * 2]);
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        const usize number_2 = (usize)tile_3[i];
        both_1[i] = thread_part_4 + i * 2 < 3 && thread_part_5 < 10 && number_2 < 6 ? exchange_1[number_2 * 10 + thread_part_5] : 0;
    }
    array<float, 2> both_0_transposed;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part_4 + i * 2 < 3 && thread_part_5 < 10) {
            exchange[(thread_part_4 + i * 2) * 11 + thread_part_5] = both_0[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        both_0_transposed[i] = exchange[thread_part_2 * 11 + thread_part_3 + i * 8];
    }
    const usize values_rows_1 = kiln::int_min(values_extent_1, 10ull);
    const usize values_columns_1 = kiln::int_min(values_extent_2, 3ull);
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (1 < values_extent_0 && thread_part_3 + i * 8 < values_rows_1 && thread_part_2 < values_columns_1) {
            values[values_stride_0 + thread_part_3 * values_stride_1 + thread_part_2 + i * 8 * values_stride_1] = both_0_transposed[i];
        }
    }
    array<u32, 2> both_1_transposed;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part_4 + i * 2 < 3 && thread_part_5 < 10) {
            exchange_1[(thread_part_4 + i * 2) * 11 + thread_part_5] = both_1[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        both_1_transposed[i] = exchange_1[thread_part_2 * 11 + thread_part_3 + i * 8];
    }
    const usize indices_rows_1 = kiln::int_min(indices_extent_1, 10ull);
    const usize indices_columns_1 = kiln::int_min(indices_extent_2, 3ull);
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (1 < indices_extent_0 && thread_part_3 + i * 8 < indices_rows_1 && thread_part_2 < indices_columns_1) {
            indices[indices_stride_0 + thread_part_3 * indices_stride_1 + thread_part_2 + i * 8 * indices_stride_1] = both_1_transposed[i];
        }
    }
}
