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

// prelude: int_max.1a21aab5 unsigned_by_size.3ee267ca lane_xor.0e2ead84 move_16.def5b418 saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(64, 1) reductions(
    const float* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    float* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_stride_0,
    usize y_stride_1,
    u32* __restrict__ at, usize at_len,
    usize at_extent_0,
    usize at_extent_1,
    usize at_stride_0,
    usize at_stride_1
) {
    __shared__ __align__(16) array<float, 1040> exchange;
    __shared__ __align__(16) array<u32, 1040> exchange_1;
    __shared__ array<float, 128> parts;
    __shared__ array<u32, 128> parts_1;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 4;
    const usize thread_part_1 = thread & 15;
    const usize thread_start = thread_part_1 * 4;
    const usize thread_part_2 = thread >> 4 & 1;
    const usize warp = thread >> 5;
    __align__(16) array<float, 16> x_1;
    const u32 left = (u32)kiln::saturating_sub_u64(x_extent_0, thread_part);
    const u32 left_1 = (u32)kiln::saturating_sub_u64(x_extent_1, thread_start);
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            x_1[i * 4 + k] = 0.0f;
        }
        if ((u32)(i * 4) < left && 0 < left_1) {
            kiln::move_16(x_1[i * 4], x[thread_part * x_stride_0 + thread_start + i * 4 * x_stride_0]);
        }
    }
    array<float, 16> value_1;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        value_1[r] = x_1[r] * 0.0f;
    }
    array<float, 16> value_2;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        value_2[r] = x_1[r] * 0.0f + 1.0f;
    }
    array<float, 16> all;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all[r] = x_1[r];
    }
    array<float, 16> all_1;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all_1[r] = value_1[r];
    }
    array<float, 16> all_2;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all_2[r] = value_2[r];
    }
    u32 step = 1;
    while (step < 64) {
        array<u32, 16> from;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                from[i * 4 + j] = (u32)(thread_start + j) + step;
            }
        }
        array<float, 16> item;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            item[r] = all[r];
        }
        array<float, 16> item_1;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            item_1[r] = all_1[r];
        }
        array<float, 16> item_2;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            item_2[r] = all_2[r];
        }
        array<float, 16> item_3;
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
                const usize number = (usize)from[i * 4 + j];
                item_3[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
            }
        }
        array<float, 16> item_4;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                exchange[(thread_part + i * 4) * 65 + thread_start + j] = all_1[i * 4 + j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)from[i * 4 + j];
                item_4[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
            }
        }
        array<float, 16> item_5;
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
                const usize number = (usize)from[i * 4 + j];
                item_5[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
            }
        }
        array<float, 16> n;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            n[r] = item_2[r] + item_5[r];
        }
        array<float, 16> delta;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            delta[r] = item_3[r] - item[r];
        }
        array<float, 16> part;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            part[r] = item_5[r] / n[r];
        }
        array<float, 16> result_0;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            result_0[r] = item[r] + delta[r] * part[r];
        }
        array<float, 16> result_1;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            result_1[r] = item_1[r] + item_4[r] + delta[r] * delta[r] * item_2[r] * part[r];
        }
        array<bool, 16> mask;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            mask[r] = from[r] < 64;
        }
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            all[r] = mask[r] ? result_0[r] : all[r];
        }
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            all_1[r] = mask[r] ? result_1[r] : all_1[r];
        }
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            all_2[r] = mask[r] ? n[r] : all_2[r];
        }
        step = step + step;
    }
    array<u32, 16> first;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            first[i * 4 + j] = (u32)(thread_start + j) * 0;
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
            const usize number = (usize)first[i * 4 + j];
            all_picked[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
        }
    }
    array<float, 4> value_0;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        value_0[i] = __uint_as_float(0x7fc00000u);
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            value_0[i] = fmaxf(value_0[i], all_picked[i * 4 + j]);
        }
    }
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        const float other = kiln::lane_xor(value_0[r], 8u);
        value_0[r] = fmaxf(value_0[r], other);
        const float other_1 = kiln::lane_xor(value_0[r], 4u);
        value_0[r] = fmaxf(value_0[r], other_1);
        const float other_2 = kiln::lane_xor(value_0[r], 2u);
        value_0[r] = fmaxf(value_0[r], other_2);
        const float other_3 = kiln::lane_xor(value_0[r], 1u);
        value_0[r] = fmaxf(value_0[r], other_3);
    }
    array<float, 16> all_picked_1;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            exchange[(thread_part + i * 4) * 65 + thread_start + j] = all_1[i * 4 + j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            const usize number = (usize)first[i * 4 + j];
            all_picked_1[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
        }
    }
    array<float, 4> value_1_1;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        value_1_1[i] = __uint_as_float(0x7fc00000u);
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            value_1_1[i] = fmaxf(value_1_1[i], all_picked_1[i * 4 + j]);
        }
    }
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        const float other = kiln::lane_xor(value_1_1[r], 8u);
        value_1_1[r] = fmaxf(value_1_1[r], other);
        const float other_1 = kiln::lane_xor(value_1_1[r], 4u);
        value_1_1[r] = fmaxf(value_1_1[r], other_1);
        const float other_2 = kiln::lane_xor(value_1_1[r], 2u);
        value_1_1[r] = fmaxf(value_1_1[r], other_2);
        const float other_3 = kiln::lane_xor(value_1_1[r], 1u);
        value_1_1[r] = fmaxf(value_1_1[r], other_3);
    }
    array<float, 16> all_picked_2;
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
            const usize number = (usize)first[i * 4 + j];
            all_picked_2[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
        }
    }
    array<float, 4> value_2_1;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        value_2_1[i] = __uint_as_float(0x7fc00000u);
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            value_2_1[i] = fmaxf(value_2_1[i], all_picked_2[i * 4 + j]);
        }
    }
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        const float other = kiln::lane_xor(value_2_1[r], 8u);
        value_2_1[r] = fmaxf(value_2_1[r], other);
        const float other_1 = kiln::lane_xor(value_2_1[r], 4u);
        value_2_1[r] = fmaxf(value_2_1[r], other_1);
        const float other_2 = kiln::lane_xor(value_2_1[r], 2u);
        value_2_1[r] = fmaxf(value_2_1[r], other_2);
        const float other_3 = kiln::lane_xor(value_2_1[r], 1u);
        value_2_1[r] = fmaxf(value_2_1[r], other_3);
    }
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if (thread_part_1 < 1 && 0 < y_extent_1 && thread_part + i * 4 < y_extent_0) {
            y[thread_part * y_stride_0 + i * 4 * y_stride_0] = value_0[i];
        }
    }
    array<float, 4> tile;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile[r] = value_1_1[r] / value_2_1[r];
    }
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if (thread_part_1 < 1 && 1 < y_extent_1 && thread_part + i * 4 < y_extent_0) {
            y[thread_part * y_stride_0 + 1 + i * 4 * y_stride_0] = tile[i];
        }
    }
    array<float, 16> all_3;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all_3[r] = x_1[r];
    }
    array<u32, 16> all_4;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            all_4[i * 4 + j] = (u32)(thread_start + j);
        }
    }
    u32 step_1 = 1;
    while (step_1 < 64) {
        array<u32, 16> from;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                from[i * 4 + j] = (u32)(thread_start + j) + step_1;
            }
        }
        array<float, 16> item;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            item[r] = all_3[r];
        }
        array<u32, 16> item_1;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            item_1[r] = all_4[r];
        }
        array<float, 16> item_2;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                exchange[(thread_part + i * 4) * 65 + thread_start + j] = all_3[i * 4 + j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)from[i * 4 + j];
                item_2[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
            }
        }
        array<u32, 16> item_3;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                exchange_1[(thread_part + i * 4) * 65 + thread_start + j] = all_4[i * 4 + j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)from[i * 4 + j];
                item_3[i * 4 + j] = number < 64 ? exchange_1[(thread_part + i * 4) * 65 + number] : 0;
            }
        }
        array<bool, 16> first_1;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            first_1[r] = item[r] >= item_2[r];
        }
        array<float, 16> result_0;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            result_0[r] = first_1[r] ? item[r] : item_2[r];
        }
        array<u32, 16> result_1;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            result_1[r] = first_1[r] ? item_1[r] : item_3[r];
        }
        array<bool, 16> mask;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            mask[r] = from[r] < 64;
        }
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            all_3[r] = mask[r] ? result_0[r] : all_3[r];
        }
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            all_4[r] = mask[r] ? result_1[r] : all_4[r];
        }
        step_1 = step_1 + step_1;
    }
    array<u32, 16> first_1;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            first_1[i * 4 + j] = (u32)(thread_start + j) * 0;
        }
    }
    array<float, 16> all_picked_3;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            exchange[(thread_part + i * 4) * 65 + thread_start + j] = all_3[i * 4 + j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            const usize number = (usize)first_1[i * 4 + j];
            all_picked_3[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
        }
    }
    array<float, 4> value_0_1;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        value_0_1[i] = __uint_as_float(0x7fc00000u);
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            value_0_1[i] = fmaxf(value_0_1[i], all_picked_3[i * 4 + j]);
        }
    }
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        const float other = kiln::lane_xor(value_0_1[r], 8u);
        value_0_1[r] = fmaxf(value_0_1[r], other);
        const float other_1 = kiln::lane_xor(value_0_1[r], 4u);
        value_0_1[r] = fmaxf(value_0_1[r], other_1);
        const float other_2 = kiln::lane_xor(value_0_1[r], 2u);
        value_0_1[r] = fmaxf(value_0_1[r], other_2);
        const float other_3 = kiln::lane_xor(value_0_1[r], 1u);
        value_0_1[r] = fmaxf(value_0_1[r], other_3);
    }
    array<u32, 16> all_picked_4;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            exchange_1[(thread_part + i * 4) * 65 + thread_start + j] = all_4[i * 4 + j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            const usize number = (usize)first_1[i * 4 + j];
            all_picked_4[i * 4 + j] = number < 64 ? exchange_1[(thread_part + i * 4) * 65 + number] : 0;
        }
    }
    array<u32, 4> value_1_2;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        value_1_2[i] = 0;
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            value_1_2[i] = kiln::int_max(value_1_2[i], all_picked_4[i * 4 + j]);
        }
    }
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        const u32 other = kiln::lane_xor(value_1_2[r], 8u);
        value_1_2[r] = kiln::int_max(value_1_2[r], other);
        const u32 other_1 = kiln::lane_xor(value_1_2[r], 4u);
        value_1_2[r] = kiln::int_max(value_1_2[r], other_1);
        const u32 other_2 = kiln::lane_xor(value_1_2[r], 2u);
        value_1_2[r] = kiln::int_max(value_1_2[r], other_2);
        const u32 other_3 = kiln::lane_xor(value_1_2[r], 1u);
        value_1_2[r] = kiln::int_max(value_1_2[r], other_3);
    }
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if (thread_part_1 < 1 && 2 < y_extent_1 && thread_part + i * 4 < y_extent_0) {
            y[thread_part * y_stride_0 + 2 + i * 4 * y_stride_0] = value_0_1[i];
        }
    }
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if (thread_part_1 < 1 && 0 < at_extent_1 && thread_part + i * 4 < at_extent_0) {
            at[thread_part * at_stride_0 + i * 4 * at_stride_0] = value_1_2[i];
        }
    }
    array<float, 16> value_1_3;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        value_1_3[r] = x_1[r] * 0.0f + 1.0f;
    }
    array<float, 16> all_5;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all_5[r] = x_1[r];
    }
    array<float, 16> all_6;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all_6[r] = value_1_3[r];
    }
    u32 step_2 = 1;
    while (step_2 < 64) {
        array<u32, 16> from;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                from[i * 4 + j] = (u32)(thread_start + j) + step_2;
            }
        }
        array<float, 16> item;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            item[r] = all_5[r];
        }
        array<float, 16> item_1;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            item_1[r] = all_6[r];
        }
        array<float, 16> item_2;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                exchange[(thread_part + i * 4) * 65 + thread_start + j] = all_5[i * 4 + j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)from[i * 4 + j];
                item_2[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
            }
        }
        array<float, 16> item_3;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                exchange[(thread_part + i * 4) * 65 + thread_start + j] = all_6[i * 4 + j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)from[i * 4 + j];
                item_3[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
            }
        }
        array<float, 16> level;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            level[r] = fmaxf(item[r], item_2[r]);
        }
        array<float, 16> result_1;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            result_1[r] = item_1[r] * expf(item[r] - level[r]) + item_3[r] * expf(item_2[r] - level[r]);
        }
        array<bool, 16> mask;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            mask[r] = from[r] < 64;
        }
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            all_5[r] = mask[r] ? level[r] : all_5[r];
        }
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            all_6[r] = mask[r] ? result_1[r] : all_6[r];
        }
        step_2 = step_2 + step_2;
    }
    array<u32, 16> first_2;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            first_2[i * 4 + j] = (u32)(thread_start + j) * 0;
        }
    }
    array<float, 16> all_picked_5;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            exchange[(thread_part + i * 4) * 65 + thread_start + j] = all_5[i * 4 + j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            const usize number = (usize)first_2[i * 4 + j];
            all_picked_5[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
        }
    }
    array<float, 4> value_0_2;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        value_0_2[i] = __uint_as_float(0x7fc00000u);
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            value_0_2[i] = fmaxf(value_0_2[i], all_picked_5[i * 4 + j]);
        }
    }
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        const float other = kiln::lane_xor(value_0_2[r], 8u);
        value_0_2[r] = fmaxf(value_0_2[r], other);
        const float other_1 = kiln::lane_xor(value_0_2[r], 4u);
        value_0_2[r] = fmaxf(value_0_2[r], other_1);
        const float other_2 = kiln::lane_xor(value_0_2[r], 2u);
        value_0_2[r] = fmaxf(value_0_2[r], other_2);
        const float other_3 = kiln::lane_xor(value_0_2[r], 1u);
        value_0_2[r] = fmaxf(value_0_2[r], other_3);
    }
    array<float, 16> all_picked_6;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            exchange[(thread_part + i * 4) * 65 + thread_start + j] = all_6[i * 4 + j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            const usize number = (usize)first_2[i * 4 + j];
            all_picked_6[i * 4 + j] = number < 64 ? exchange[(thread_part + i * 4) * 65 + number] : 0.0f;
        }
    }
    array<float, 4> value_1_4;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        value_1_4[i] = __uint_as_float(0x7fc00000u);
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            value_1_4[i] = fmaxf(value_1_4[i], all_picked_6[i * 4 + j]);
        }
    }
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        const float other = kiln::lane_xor(value_1_4[r], 8u);
        value_1_4[r] = fmaxf(value_1_4[r], other);
        const float other_1 = kiln::lane_xor(value_1_4[r], 4u);
        value_1_4[r] = fmaxf(value_1_4[r], other_1);
        const float other_2 = kiln::lane_xor(value_1_4[r], 2u);
        value_1_4[r] = fmaxf(value_1_4[r], other_2);
        const float other_3 = kiln::lane_xor(value_1_4[r], 1u);
        value_1_4[r] = fmaxf(value_1_4[r], other_3);
    }
    array<float, 4> tile_1;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile_1[r] = value_0_2[r] + logf(value_1_4[r]);
    }
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if (thread_part_1 < 1 && 3 < y_extent_1 && thread_part + i * 4 < y_extent_0) {
            y[thread_part * y_stride_0 + 3 + i * 4 * y_stride_0] = tile_1[i];
        }
    }
    __align__(16) array<float, 16> all_7;
    #pragma unroll
    for (usize r = 0; r < 16; ++r) {
        all_7[r] = x_1[r];
    }
    __align__(16) array<u32, 16> all_8;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            all_8[i * 4 + j] = (u32)(thread_part + i * 4);
        }
    }
    u32 step_3 = 1;
    while (step_3 < 16) {
        array<u32, 16> from;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                from[i * 4 + j] = (u32)(thread_part + i * 4) + step_3;
            }
        }
        array<float, 16> item;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            item[r] = all_7[r];
        }
        array<u32, 16> item_1;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            item_1[r] = all_8[r];
        }
        array<float, 16> item_2;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::move_16(exchange[(thread_part + i * 4) * 64 + thread_start], all_7[i * 4]);
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)from[i * 4 + j];
                item_2[i * 4 + j] = number < 16 ? exchange[number * 64 + thread_start + j] : 0.0f;
            }
        }
        array<u32, 16> item_3;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::move_16(exchange_1[(thread_part + i * 4) * 64 + thread_start], all_8[i * 4]);
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            #pragma unroll
            for (usize j = 0; j < 4; ++j) {
                const usize number = (usize)from[i * 4 + j];
                item_3[i * 4 + j] = number < 16 ? exchange_1[number * 64 + thread_start + j] : 0;
            }
        }
        array<bool, 16> first_3;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            first_3[r] = item[r] <= item_2[r];
        }
        array<float, 16> result_0;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            result_0[r] = first_3[r] ? item[r] : item_2[r];
        }
        array<u32, 16> result_1;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            result_1[r] = first_3[r] ? item_1[r] : item_3[r];
        }
        array<bool, 16> mask;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            mask[r] = from[r] < 16;
        }
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            all_7[r] = mask[r] ? result_0[r] : all_7[r];
        }
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            all_8[r] = mask[r] ? result_1[r] : all_8[r];
        }
        step_3 = step_3 + step_3;
    }
    array<u32, 16> first_3;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            first_3[i * 4 + j] = (u32)(thread_part + i * 4) * 0;
        }
    }
    array<float, 16> all_picked_7;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        kiln::move_16(exchange[(thread_part + i * 4) * 64 + thread_start], all_7[i * 4]);
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            const usize number = (usize)first_3[i * 4 + j];
            all_picked_7[i * 4 + j] = number < 16 ? exchange[number * 64 + thread_start + j] : 0.0f;
        }
    }
    array<float, 4> value_0_3;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        value_0_3[j] = __uint_as_float(0x7fc00000u);
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            value_0_3[j] = fmaxf(value_0_3[j], all_picked_7[j + i * 4]);
        }
    }
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        const float other = kiln::lane_xor(value_0_3[r], 16u);
        value_0_3[r] = fmaxf(value_0_3[r], other);
    }
    if (thread_part_2 < 1) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            parts[warp * 64 + thread_start + j] = value_0_3[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        value_0_3[j] = parts[thread_start + j];
        #pragma unroll
        for (usize w = 1; w < 2; ++w) {
            value_0_3[j] = fmaxf(value_0_3[j], parts[w * 64 + thread_start + j]);
        }
    }
    array<u32, 16> all_picked_8;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        kiln::move_16(exchange_1[(thread_part + i * 4) * 64 + thread_start], all_8[i * 4]);
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            const usize number = (usize)first_3[i * 4 + j];
            all_picked_8[i * 4 + j] = number < 16 ? exchange_1[number * 64 + thread_start + j] : 0;
        }
    }
    array<u32, 4> value_1_5;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        value_1_5[j] = 0;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            value_1_5[j] = kiln::int_max(value_1_5[j], all_picked_8[j + i * 4]);
        }
    }
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        const u32 other = kiln::lane_xor(value_1_5[r], 16u);
        value_1_5[r] = kiln::int_max(value_1_5[r], other);
    }
    if (thread_part_2 < 1) {
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            parts_1[warp * 64 + thread_start + j] = value_1_5[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        value_1_5[j] = parts_1[thread_start + j];
        #pragma unroll
        for (usize w = 1; w < 2; ++w) {
            value_1_5[j] = kiln::int_max(value_1_5[j], parts_1[w * 64 + thread_start + j]);
        }
    }
    array<float, 4> tile_2;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile_2[r] = value_0_3[r] + (float)value_1_5[r] * 1000.0f;
    }
    float total = -0.0f;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        total = total + tile_2[j];
    }
    const float other = kiln::lane_xor(total, 8u);
    total = total + other;
    const float other_1 = kiln::lane_xor(total, 4u);
    total = total + other_1;
    const float other_2 = kiln::lane_xor(total, 2u);
    total = total + other_2;
    const float other_3 = kiln::lane_xor(total, 1u);
    total = total + other_3;
    const float sum = total;
    array<float, 4> sum_1;
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        sum_1[i] = -0.0f;
        #pragma unroll
        for (usize j = 0; j < 4; ++j) {
            sum_1[i] = sum_1[i] + x_1[i * 4 + j];
        }
    }
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        const float other_4 = kiln::lane_xor(sum_1[r], 8u);
        sum_1[r] = sum_1[r] + other_4;
        const float other_5 = kiln::lane_xor(sum_1[r], 4u);
        sum_1[r] = sum_1[r] + other_5;
        const float other_6 = kiln::lane_xor(sum_1[r], 2u);
        sum_1[r] = sum_1[r] + other_6;
        const float other_7 = kiln::lane_xor(sum_1[r], 1u);
        sum_1[r] = sum_1[r] + other_7;
    }
    array<float, 4> tile_3;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile_3[r] = sum + sum_1[r] * 0.0f;
    }
    #pragma unroll
    for (usize i = 0; i < 4; ++i) {
        if (thread_part_1 < 1 && 4 < y_extent_1 && thread_part + i * 4 < y_extent_0) {
            y[thread_part * y_stride_0 + 4 + i * 4 * y_stride_0] = tile_3[i];
        }
    }
}
