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

// prelude: int_max.1a21aab5 move_16.def5b418 store_16.d38ece70 saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(32, 1) recurrences(
    const float* __restrict__ a, usize a_len,
    usize a_extent_0,
    usize a_extent_1,
    usize a_stride_0,
    usize a_stride_1,
    const float* __restrict__ b, usize b_len,
    usize b_extent_0,
    usize b_extent_1,
    usize b_stride_0,
    usize b_stride_1,
    float* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_extent_2,
    usize y_stride_0,
    usize y_stride_1,
    usize y_stride_2
) {
    __shared__ __align__(16) array<float, 528> exchange;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 3;
    const usize thread_part_1 = thread & 7;
    const usize thread_start = thread_part_1 * 4;
    __align__(16) array<float, 16> a_1;
    const u32 left = (u32)kiln::saturating_sub_u64(a_extent_0, thread_part);
    const u32 left_1 = (u32)kiln::saturating_sub_u64(a_extent_1, thread_start);
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            a_1[i * 4 + k] = 0.0f;
        }
        if ((u32)(i * 4) < left && 0 < left_1) {
            kiln::move_16(a_1[i * 4], a[thread_part * a_stride_0 + thread_start + i * 4 * a_stride_0]);
        }
    }
    __align__(16) array<float, 16> b_1;
    const u32 left_2 = (u32)kiln::saturating_sub_u64(b_extent_0, thread_part);
    const u32 left_3 = (u32)kiln::saturating_sub_u64(b_extent_1, thread_start);
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            b_1[i * 4 + k] = 0.0f;
        }
        if ((u32)(i * 4) < left_2 && 0 < left_3) {
            kiln::move_16(b_1[i * 4], b[thread_part * b_stride_0 + thread_start + i * 4 * b_stride_0]);
        }
    }
    array<float, 16> all;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all[r] = a_1[r];
    }
    array<float, 16> all_1;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all_1[r] = b_1[r];
    }
    u32 step = 1;
    while (step < 32) {
        array<u32, 16> from;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                from[i * 4 + j] = (u32)(thread_start + j) - step;
            }
        }
        array<float, 16> item;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                exchange[(thread_part + i * 4) * 33 + thread_start + j] = all[i * 4 + j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)from[i * 4 + j];
                item[i * 4 + j] = number < 32 ? exchange[(thread_part + i * 4) * 33 + number] : 0.0f;
            }
        }
        array<float, 16> item_1;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                exchange[(thread_part + i * 4) * 33 + thread_start + j] = all_1[i * 4 + j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)from[i * 4 + j];
                item_1[i * 4 + j] = number < 32 ? exchange[(thread_part + i * 4) * 33 + number] : 0.0f;
            }
        }
        array<float, 16> item_2;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            item_2[r] = all[r];
        }
        array<float, 16> item_3;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            item_3[r] = all_1[r];
        }
        array<float, 16> item_4;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            item_4[r] = item[r] * item_2[r];
        }
        array<float, 16> item_5;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            item_5[r] = item_2[r] * item_1[r] + item_3[r];
        }
        array<bool, 16> mask;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                mask[i * 4 + j] = (u32)(thread_start + j) >= step;
            }
        }
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            all[r] = mask[r] ? item_4[r] : all[r];
        }
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            all_1[r] = mask[r] ? item_5[r] : all_1[r];
        }
        step = step + step;
    }
    array<float, 16> value_0;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        value_0[r] = all[r];
    }
    __align__(16) array<float, 16> value_1;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        value_1[r] = all_1[r];
    }
    const u32 left_4 = (u32)kiln::saturating_sub_u64(y_extent_1, thread_part);
    const u32 left_5 = (u32)kiln::saturating_sub_u64(y_extent_2, thread_start);
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if (0 < y_extent_0 && (u32)(i * 4) < left_4 && 0 < left_5) {
            kiln::store_16(y[thread_part * y_stride_1 + thread_start + i * 4 * y_stride_1], value_1[i * 4]);
        }
    }
    array<float, 16> result_0;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        result_0[r] = a_1[r] + b_1[r];
    }
    array<float, 16> result_1;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        result_1[r] = a_1[r] - b_1[r];
    }
    array<float, 16> saved;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        saved[r] = (result_0[r] + result_1[r]) / 2.0f;
    }
    array<float, 16> saved_1;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        saved_1[r] = (result_0[r] - result_1[r]) / 2.0f;
    }
    __align__(16) array<float, 16> all_2;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all_2[r] = saved[r];
    }
    __align__(16) array<float, 16> all_3;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all_3[r] = saved_1[r];
    }
    u32 step_1 = 1;
    while (step_1 < 16) {
        array<u32, 16> from;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                from[i * 4 + j] = (u32)(thread_part + i * 4) - step_1;
            }
        }
        array<float, 16> item;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::move_16(exchange[(thread_part + i * 4) * 32 + thread_start], all_2[i * 4]);
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)from[i * 4 + j];
                item[i * 4 + j] = number < 16 ? exchange[number * 32 + thread_start + j] : 0.0f;
            }
        }
        array<float, 16> item_1;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::move_16(exchange[(thread_part + i * 4) * 32 + thread_start], all_3[i * 4]);
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)from[i * 4 + j];
                item_1[i * 4 + j] = number < 16 ? exchange[number * 32 + thread_start + j] : 0.0f;
            }
        }
        array<float, 16> item_2;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            item_2[r] = all_2[r];
        }
        array<float, 16> item_3;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            item_3[r] = all_3[r];
        }
        array<float, 16> result_0_1;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            result_0_1[r] = item[r] * item_2[r];
        }
        array<float, 16> result_1_1;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            result_1_1[r] = item_2[r] * item_1[r] + item_3[r];
        }
        array<bool, 16> mask;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                mask[i * 4 + j] = (u32)(thread_part + i * 4) >= step_1;
            }
        }
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            all_2[r] = mask[r] ? result_0_1[r] : all_2[r];
        }
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            all_3[r] = mask[r] ? result_1_1[r] : all_3[r];
        }
        step_1 = step_1 + step_1;
    }
    array<float, 16> states_0;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        states_0[r] = all_2[r];
    }
    __align__(16) array<float, 16> states_1;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        states_1[r] = all_3[r];
    }
    const u32 left_6 = (u32)kiln::saturating_sub_u64(y_extent_1, thread_part);
    const u32 left_7 = (u32)kiln::saturating_sub_u64(y_extent_2, thread_start);
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if (1 < y_extent_0 && (u32)(i * 4) < left_6 && 0 < left_7) {
            kiln::store_16(y[y_stride_0 + thread_part * y_stride_1 + thread_start + i * 4 * y_stride_1], states_1[i * 4]);
        }
    }
}
