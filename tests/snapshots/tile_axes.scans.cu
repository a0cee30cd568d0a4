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

extern "C" __global__ void __launch_bounds__(64, 1) scans(
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
    __shared__ __align__(16) array<float, 1040> exchange;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 4;
    const usize thread_part_1 = thread & 15;
    const usize thread_start = thread_part_1 * 4;
    __align__(16) array<float, 16> x_1;
    const usize at = (usize)blockIdx.x;
    const usize x_row = kiln::int_min(at, x_extent_0) * 16;
    const usize x_rows = kiln::saturating_sub_u64(x_extent_0, x_row);
    const u32 left = (u32)kiln::saturating_sub_u64(x_rows, thread_part);
    const u32 left_1 = (u32)kiln::saturating_sub_u64(x_extent_1, thread_start);
    const usize x_start = x_row * x_stride_0;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            x_1[i * 4 + k] = 0.0f;
        }
        if ((u32)(i * 4) < left && 0 < left_1) {
            kiln::move_16(x_1[i * 4], x[x_start + thread_part * x_stride_0 + thread_start + i * 4 * x_stride_0]);
        }
    }
    __align__(16) array<float, 16> all;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all[r] = x_1[r];
    }
    u32 step = 1;
    while (step < 64) {
        array<u32, 16> tile;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                tile[i * 4 + j] = (u32)(thread_start + j) - step;
            }
        }
        array<float, 16> all_picked;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                exchange[(thread_part + i * 4) * 65 + thread_start + j] = all[i * 4 + j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)tile[i * 4 + j];
                all_picked[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
            }
        }
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                all[i * 4 + j] = (u32)(thread_start + j) >= step ? all_picked[i * 4 + j] + all[i * 4 + j] : all[i * 4 + j];
            }
        }
        step = step + step;
    }
    const u32 left_2 = (u32)kiln::saturating_sub_u64(y_extent_0, thread_part);
    const u32 left_3 = (u32)kiln::saturating_sub_u64(y_extent_1, thread_start);
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if ((u32)(i * 4) < left_2 && 0 < left_3) {
            kiln::store_16(y[thread_part * y_stride_0 + thread_start + i * 4 * y_stride_0], all[i * 4]);
        }
    }
    __align__(16) array<float, 16> all_1;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all_1[r] = x_1[r];
    }
    u32 step_1 = 1;
    while (step_1 < 16) {
        array<u32, 16> tile;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                tile[i * 4 + j] = (u32)(thread_part + i * 4) - step_1;
            }
        }
        array<float, 16> all_picked;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::move_16(exchange[(thread_part + i * 4) * 64 + thread_start], all_1[i * 4]);
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)tile[i * 4 + j];
                all_picked[i * 4 + j] = number < 16 ? exchange[number * 64 + thread_start + j] : 0.0f;
            }
        }
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                all_1[i * 4 + j] = (u32)(thread_part + i * 4) >= step_1 ? all_picked[i * 4 + j] + all_1[i * 4 + j] : all_1[i * 4 + j];
            }
        }
        step_1 = step_1 + step_1;
    }
    const usize y_row = kiln::int_min(1ull, y_extent_0) * 16;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const u32 left_4 = (u32)kiln::saturating_sub_u64(y_rows, thread_part);
    const u32 left_5 = (u32)kiln::saturating_sub_u64(y_extent_1, thread_start);
    const usize y_start = y_row * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if ((u32)(i * 4) < left_4 && 0 < left_5) {
            kiln::store_16(y[y_start + thread_part * y_stride_0 + thread_start + i * 4 * y_stride_0], all_1[i * 4]);
        }
    }
    __align__(16) array<float, 16> all_2;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all_2[r] = x_1[r];
    }
    u32 step_2 = 1;
    while (step_2 < 64) {
        array<u32, 16> tile;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                tile[i * 4 + j] = (u32)(thread_start + j) - step_2;
            }
        }
        array<float, 16> all_picked;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                exchange[(thread_part + i * 4) * 65 + thread_start + j] = all_2[i * 4 + j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)tile[i * 4 + j];
                all_picked[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
            }
        }
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const float side = fmaxf(all_picked[i * 4 + j], all_2[i * 4 + j]);
                all_2[i * 4 + j] = (u32)(thread_start + j) >= step_2 ? side : all_2[i * 4 + j];
            }
        }
        step_2 = step_2 + step_2;
    }
    const usize y_row_1 = kiln::int_min(2ull, y_extent_0) * 16;
    const usize y_rows_1 = kiln::saturating_sub_u64(y_extent_0, y_row_1);
    const u32 left_6 = (u32)kiln::saturating_sub_u64(y_rows_1, thread_part);
    const u32 left_7 = (u32)kiln::saturating_sub_u64(y_extent_1, thread_start);
    const usize y_start_1 = y_row_1 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if ((u32)(i * 4) < left_6 && 0 < left_7) {
            kiln::store_16(y[y_start_1 + thread_part * y_stride_0 + thread_start + i * 4 * y_stride_0], all_2[i * 4]);
        }
    }
    __align__(16) array<float, 16> all_3;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all_3[r] = x_1[r];
    }
    u32 step_3 = 1;
    while (step_3 < 16) {
        array<u32, 16> tile;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                tile[i * 4 + j] = (u32)(thread_part + i * 4) - step_3;
            }
        }
        array<float, 16> all_picked;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::move_16(exchange[(thread_part + i * 4) * 64 + thread_start], all_3[i * 4]);
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)tile[i * 4 + j];
                all_picked[i * 4 + j] = number < 16 ? exchange[number * 64 + thread_start + j] : 0.0f;
            }
        }
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const float side = fminf(all_picked[i * 4 + j], all_3[i * 4 + j]);
                all_3[i * 4 + j] = (u32)(thread_part + i * 4) >= step_3 ? side : all_3[i * 4 + j];
            }
        }
        step_3 = step_3 + step_3;
    }
    const usize y_row_2 = kiln::int_min(3ull, y_extent_0) * 16;
    const usize y_rows_2 = kiln::saturating_sub_u64(y_extent_0, y_row_2);
    const u32 left_8 = (u32)kiln::saturating_sub_u64(y_rows_2, thread_part);
    const u32 left_9 = (u32)kiln::saturating_sub_u64(y_extent_1, thread_start);
    const usize y_start_2 = y_row_2 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if ((u32)(i * 4) < left_8 && 0 < left_9) {
            kiln::store_16(y[y_start_2 + thread_part * y_stride_0 + thread_start + i * 4 * y_stride_0], all_3[i * 4]);
        }
    }
    // Neither is commutative: of both the second, and a polynomial's next step.
    __align__(16) array<float, 16> all_4;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all_4[r] = x_1[r];
    }
    u32 step_4 = 1;
    while (step_4 < 64) {
        array<u32, 16> tile;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                tile[i * 4 + j] = (u32)(thread_start + j) - step_4;
            }
        }
        array<float, 16> first;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                exchange[(thread_part + i * 4) * 65 + thread_start + j] = all_4[i * 4 + j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)tile[i * 4 + j];
                first[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
            }
        }
        array<float, 16> b;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            b[r] = all_4[r];
        }
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                all_4[i * 4 + j] = (u32)(thread_start + j) >= step_4 ? b[i * 4 + j] : all_4[i * 4 + j];
            }
        }
        step_4 = step_4 + step_4;
    }
    const usize y_row_3 = kiln::int_min(4ull, y_extent_0) * 16;
    const usize y_rows_3 = kiln::saturating_sub_u64(y_extent_0, y_row_3);
    const u32 left_10 = (u32)kiln::saturating_sub_u64(y_rows_3, thread_part);
    const u32 left_11 = (u32)kiln::saturating_sub_u64(y_extent_1, thread_start);
    const usize y_start_3 = y_row_3 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if ((u32)(i * 4) < left_10 && 0 < left_11) {
            kiln::store_16(y[y_start_3 + thread_part * y_stride_0 + thread_start + i * 4 * y_stride_0], all_4[i * 4]);
        }
    }
    const u32 scalar = 16u - 1;
    array<u32, 16> tile;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            tile[i * 4 + j] = scalar - (u32)(thread_part + i * 4);
        }
    }
    __align__(16) array<float, 16> x_picked;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        kiln::move_16(exchange[(thread_part + i * 4) * 64 + thread_start], x_1[i * 4]);
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            const usize number = (usize)tile[i * 4 + j];
            x_picked[i * 4 + j] = number < 16 ? exchange[number * 64 + thread_start + j] : 0.0f;
        }
    }
    const usize y_row_4 = kiln::int_min(5ull, y_extent_0) * 16;
    const usize y_rows_4 = kiln::saturating_sub_u64(y_extent_0, y_row_4);
    const u32 left_12 = (u32)kiln::saturating_sub_u64(y_rows_4, thread_part);
    const u32 left_13 = (u32)kiln::saturating_sub_u64(y_extent_1, thread_start);
    const usize y_start_4 = y_row_4 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if ((u32)(i * 4) < left_12 && 0 < left_13) {
            kiln::store_16(y[y_start_4 + thread_part * y_stride_0 + thread_start + i * 4 * y_stride_0], x_picked[i * 4]);
        }
    }
    const u32 scalar_1 = 64u - 1;
    array<u32, 16> tile_1;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            tile_1[i * 4 + j] = scalar_1 - (u32)(thread_start + j);
        }
    }
    __align__(16) array<float, 16> x_picked_1;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            exchange[(thread_part + i * 4) * 65 + thread_start + j] = x_1[i * 4 + j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            const usize number = (usize)tile_1[i * 4 + j];
            x_picked_1[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
        }
    }
    const usize y_row_5 = kiln::int_min(6ull, y_extent_0) * 16;
    const usize y_rows_5 = kiln::saturating_sub_u64(y_extent_0, y_row_5);
    const u32 left_14 = (u32)kiln::saturating_sub_u64(y_rows_5, thread_part);
    const u32 left_15 = (u32)kiln::saturating_sub_u64(y_extent_1, thread_start);
    const usize y_start_5 = y_row_5 * y_stride_0;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if ((u32)(i * 4) < left_14 && 0 < left_15) {
            kiln::store_16(y[y_start_5 + thread_part * y_stride_0 + thread_start + i * 4 * y_stride_0], x_picked_1[i * 4]);
        }
    }
}
