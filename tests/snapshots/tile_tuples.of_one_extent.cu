// least: sm_80
typedef int i32;
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

// prelude: int_max.1a21aab5 int_min.8439cc99 unsigned_by_size.3ee267ca lane_xor.0e2ead84 saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(32, 1) of_one_extent(
    const float* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_stride_0,
    float* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_stride_0,
    float* __restrict__ found, usize found_len,
    usize found_extent_0,
    usize found_stride_0
) {
    __shared__ array<float, 77> exchange;
    __shared__ array<u32, 77> exchange_1;
    const usize thread = (usize)threadIdx.x;
    array<float, 3> x_1;
    const usize x_columns = kiln::int_min(x_extent_0, 77ull);
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        x_1[j] = thread + j * 32 < x_columns ? x[thread + j * 32] : 0.0f;
    }
    array<float, 3> all;
    #pragma unroll
    for (usize r = 0; r < 3; ++r) {
        all[r] = x_1[r];
    }
    array<u32, 3> all_1;
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        all_1[j] = (u32)(thread + j * 32);
    }
    u32 step = 1;
    while (step < 77) {
        array<u32, 3> from;
        #pragma unroll
        for (usize j = 0; j < 3; ++j) {
            from[j] = (u32)(thread + j * 32) + step;
        }
        array<float, 3> item;
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            item[r] = all[r];
        }
        array<u32, 3> item_1;
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            item_1[r] = all_1[r];
        }
        array<float, 3> item_2;
        #pragma unroll
        for (usize j = 0; j < 3; ++j) {
            if (thread + j * 32 < 77) {
                exchange[thread + j * 32] = all[j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 3; ++j) {
            const usize number = (usize)from[j];
            item_2[j] = thread + j * 32 < 77 && number < 77 ? exchange[number] : 0.0f;
        }
        array<u32, 3> item_3;
        #pragma unroll
        for (usize j = 0; j < 3; ++j) {
            if (thread + j * 32 < 77) {
                exchange_1[thread + j * 32] = all_1[j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 3; ++j) {
            const usize number = (usize)from[j];
            item_3[j] = thread + j * 32 < 77 && number < 77 ? exchange_1[number] : 0;
        }
        array<bool, 3> second;
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            second[r] = fabsf(item_2[r]) > fabsf(item[r]);
        }
        array<float, 3> result_0;
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            result_0[r] = second[r] ? item_2[r] : item[r];
        }
        array<u32, 3> result_1;
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            result_1[r] = second[r] ? item_3[r] : item_1[r];
        }
        array<bool, 3> mask;
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            mask[r] = from[r] < 77;
        }
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            all[r] = mask[r] ? result_0[r] : all[r];
        }
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            all_1[r] = mask[r] ? result_1[r] : all_1[r];
        }
        step = step + step;
    }
    array<u32, 3> first;
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        first[j] = (u32)(thread + j * 32) * 0;
    }
    array<float, 3> all_picked;
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        if (thread + j * 32 < 77) {
            exchange[thread + j * 32] = all[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        const usize number = (usize)first[j];
        all_picked[j] = thread + j * 32 < 77 && number < 77 ? exchange[number] : 0.0f;
    }
    float total = __uint_as_float(0x7fc00000u);
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        total = fmaxf(total, thread + j * 32 < 77 ? all_picked[j] : __uint_as_float(0x7fc00000u));
    }
    const float other = kiln::lane_xor(total, 16u);
    total = fmaxf(total, other);
    const float other_1 = kiln::lane_xor(total, 8u);
    total = fmaxf(total, other_1);
    const float other_2 = kiln::lane_xor(total, 4u);
    total = fmaxf(total, other_2);
    const float other_3 = kiln::lane_xor(total, 2u);
    total = fmaxf(total, other_3);
    const float other_4 = kiln::lane_xor(total, 1u);
    total = fmaxf(total, other_4);
    const float value_0 = total;
    array<u32, 3> all_picked_1;
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        if (thread + j * 32 < 77) {
            exchange_1[thread + j * 32] = all_1[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        const usize number = (usize)first[j];
        all_picked_1[j] = thread + j * 32 < 77 && number < 77 ? exchange_1[number] : 0;
    }
    u32 total_1 = 0;
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        total_1 = kiln::int_max(total_1, thread + j * 32 < 77 ? all_picked_1[j] : 0u);
    }
    const u32 other_5 = kiln::lane_xor(total_1, 16u);
    total_1 = kiln::int_max(total_1, other_5);
    const u32 other_6 = kiln::lane_xor(total_1, 8u);
    total_1 = kiln::int_max(total_1, other_6);
    const u32 other_7 = kiln::lane_xor(total_1, 4u);
    total_1 = kiln::int_max(total_1, other_7);
    const u32 other_8 = kiln::lane_xor(total_1, 2u);
    total_1 = kiln::int_max(total_1, other_8);
    const u32 other_9 = kiln::lane_xor(total_1, 1u);
    total_1 = kiln::int_max(total_1, other_9);
    const u32 value_1 = total_1;
    const float far = value_0;
    const u32 at = value_1;
    const float scalar = far * 1000.0f + (float)at;
    if (thread < 1 && 0 < found_extent_0) {
        found[0] = scalar;
    }
    array<u32, 3> value_1_1;
    #pragma unroll
    for (usize r = 0; r < 3; ++r) {
        value_1_1[r] = (u32)(x_1[r] > 0.0f);
    }
    array<float, 3> all_2;
    #pragma unroll
    for (usize r = 0; r < 3; ++r) {
        all_2[r] = x_1[r];
    }
    array<u32, 3> all_3;
    #pragma unroll
    for (usize r = 0; r < 3; ++r) {
        all_3[r] = value_1_1[r];
    }
    array<float, 3> all_4;
    #pragma unroll
    for (usize r = 0; r < 3; ++r) {
        all_4[r] = x_1[r];
    }
    u32 step_1 = 1;
    while (step_1 < 77) {
        array<u32, 3> from;
        #pragma unroll
        for (usize j = 0; j < 3; ++j) {
            from[j] = (u32)(thread + j * 32) - step_1;
        }
        array<float, 3> item;
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 3; ++j) {
            if (thread + j * 32 < 77) {
                exchange[thread + j * 32] = all_2[j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 3; ++j) {
            const usize number = (usize)from[j];
            item[j] = thread + j * 32 < 77 && number < 77 ? exchange[number] : 0.0f;
        }
        array<u32, 3> item_1;
        #pragma unroll
        for (usize j = 0; j < 3; ++j) {
            if (thread + j * 32 < 77) {
                exchange_1[thread + j * 32] = all_3[j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 3; ++j) {
            const usize number = (usize)from[j];
            item_1[j] = thread + j * 32 < 77 && number < 77 ? exchange_1[number] : 0;
        }
        array<float, 3> item_2;
        #pragma unroll
        for (usize j = 0; j < 3; ++j) {
            if (thread + j * 32 < 77) {
                exchange[thread + j * 32] = all_4[j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 3; ++j) {
            const usize number = (usize)from[j];
            item_2[j] = thread + j * 32 < 77 && number < 77 ? exchange[number] : 0.0f;
        }
        array<float, 3> item_3;
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            item_3[r] = all_2[r];
        }
        array<u32, 3> item_4;
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            item_4[r] = all_3[r];
        }
        array<float, 3> item_5;
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            item_5[r] = all_4[r];
        }
        array<float, 3> item_6;
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            item_6[r] = item[r] + item_3[r];
        }
        array<u32, 3> item_7;
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            item_7[r] = item_1[r] + item_4[r];
        }
        array<bool, 3> mask;
        #pragma unroll
        for (usize j = 0; j < 3; ++j) {
            mask[j] = (u32)(thread + j * 32) >= step_1;
        }
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            all_2[r] = mask[r] ? item_6[r] : all_2[r];
        }
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            all_3[r] = mask[r] ? item_7[r] : all_3[r];
        }
        #pragma unroll
        for (usize r = 0; r < 3; ++r) {
            all_4[r] = mask[r] ? item_5[r] : all_4[r];
        }
        step_1 = step_1 + step_1;
    }
    array<float, 3> value_0_1;
    #pragma unroll
    for (usize r = 0; r < 3; ++r) {
        value_0_1[r] = all_2[r];
    }
    array<u32, 3> value_1_2;
    #pragma unroll
    for (usize r = 0; r < 3; ++r) {
        value_1_2[r] = all_3[r];
    }
    array<float, 3> value_2;
    #pragma unroll
    for (usize r = 0; r < 3; ++r) {
        value_2[r] = all_4[r];
    }
    const usize y_columns = kiln::int_min(y_extent_0, 77ull);
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        if (thread + j * 32 < y_columns) {
            y[thread + j * 32] = value_0_1[j];
        }
    }
    array<float, 3> tile;
    #pragma unroll
    for (usize r = 0; r < 3; ++r) {
        tile[r] = (float)value_1_2[r];
    }
    const usize y_column = kiln::int_min(1ull, y_extent_0) * 77;
    const usize y_columns_1 = kiln::int_min(kiln::saturating_sub_u64(y_extent_0, y_column), 77ull);
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        if (thread + j * 32 < y_columns_1) {
            y[y_column + thread + j * 32] = tile[j];
        }
    }
}
