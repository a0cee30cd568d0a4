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

// prelude: int_max.1a21aab5 int_min.8439cc99 unsigned_by_size.3ee267ca lane_xor.0e2ead84 store_16.d38ece70
//   saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(64, 1) of_one_extent(
    const i32* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_stride_0,
    i32* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_stride_0,
    i32* __restrict__ scalars, usize scalars_len,
    usize scalars_extent_0,
    usize scalars_stride_0
) {
    __shared__ array<i32, 777> exchange;
    __shared__ array<u32, 777> exchange_1;
    __shared__ array<i32, 2> parts;
    __shared__ array<u32, 2> parts_1;
    const usize thread = (usize)threadIdx.x;
    const usize lane = thread & 31;
    const usize warp = thread >> 5;
    array<i32, 13> x_1;
    const usize at = (usize)blockIdx.x;
    const usize x_column = kiln::int_min(at, x_extent_0) * 777;
    const usize x_columns = kiln::int_min(kiln::saturating_sub_u64(x_extent_0, x_column), 777ull);
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        x_1[j] = thread + j * 64 < x_columns ? x[x_column + thread + j * 64] : 0;
    }
    array<i32, 13> all;
    #pragma unroll
    for (usize r = 0; r < 13; ++r) {
        all[r] = x_1[r];
    }
    u32 step = 1;
    while (step < 777) {
        array<u32, 13> tile;
        #pragma unroll
        for (usize j = 0; j < 13; ++j) {
            tile[j] = (u32)(thread + j * 64) - step;
        }
        array<i32, 13> all_picked;
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 13; ++j) {
            if (thread + j * 64 < 777) {
                exchange[thread + j * 64] = all[j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 13; ++j) {
            const usize number = (usize)tile[j];
            all_picked[j] = thread + j * 64 < 777 && number < 777 ? exchange[number] : 0;
        }
        #pragma unroll
        for (usize j = 0; j < 13; ++j) {
            all[j] = (u32)(thread + j * 64) >= step ? (i32)((u32)all_picked[j] + all[j]) : all[j];
        }
        step = step + step;
    }
    const usize y_columns = kiln::int_min(y_extent_0, 777ull);
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        if (thread + j * 64 < y_columns) {
            y[thread + j * 64] = all[j];
        }
    }
    array<i32, 13> sorted;
    #pragma unroll
    for (usize r = 0; r < 13; ++r) {
        sorted[r] = x_1[r];
    }
    u32 step_1 = 1;
    while (step_1 < 777) {
        u32 mask = step_1 + step_1 - 1;
        u32 half = step_1;
        while (mask > 0) {
            array<u32, 13> partner;
            #pragma unroll
            for (usize j = 0; j < 13; ++j) {
                partner[j] = (u32)(thread + j * 64) ^ mask;
            }
            array<i32, 13> other;
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 13; ++j) {
                if (thread + j * 64 < 777) {
                    exchange[thread + j * 64] = sorted[j];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 13; ++j) {
                const usize number = (usize)partner[j];
                other[j] = thread + j * 64 < 777 && number < 777 ? exchange[number] : 0;
            }
            array<bool, 13> less;
            #pragma unroll
            for (usize r = 0; r < 13; ++r) {
                less[r] = other[r] < sorted[r] | sorted[r] != sorted[r] & other[r] == other[r];
            }
            array<bool, 13> less_1;
            #pragma unroll
            for (usize r = 0; r < 13; ++r) {
                less_1[r] = sorted[r] < other[r] | other[r] != other[r] & sorted[r] == sorted[r];
            }
            array<bool, 13> leads;
            #pragma unroll
            for (usize j = 0; j < 13; ++j) {
                leads[j] = (u32)(thread + j * 64) < partner[j];
            }
            array<bool, 13> swaps;
            #pragma unroll
            for (usize r = 0; r < 13; ++r) {
                swaps[r] = (leads[r] & less[r] | !leads[r] & less_1[r]) & partner[r] < 777;
            }
            #pragma unroll
            for (usize r = 0; r < 13; ++r) {
                sorted[r] = swaps[r] ? other[r] : sorted[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_1 = step_1 + step_1;
    }
    const usize y_column = kiln::int_min(1ull, y_extent_0) * 777;
    const usize y_columns_1 = kiln::int_min(kiln::saturating_sub_u64(y_extent_0, y_column), 777ull);
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        if (thread + j * 64 < y_columns_1) {
            y[y_column + thread + j * 64] = sorted[j];
        }
    }
    array<i32, 13> sorted_1;
    #pragma unroll
    for (usize r = 0; r < 13; ++r) {
        sorted_1[r] = x_1[r];
    }
    array<u32, 13> origin;
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        origin[j] = (u32)(thread + j * 64);
    }
    u32 step_2 = 1;
    while (step_2 < 777) {
        u32 mask = step_2 + step_2 - 1;
        u32 half = step_2;
        while (mask > 0) {
            array<u32, 13> partner;
            #pragma unroll
            for (usize j = 0; j < 13; ++j) {
                partner[j] = (u32)(thread + j * 64) ^ mask;
            }
            array<i32, 13> other;
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 13; ++j) {
                if (thread + j * 64 < 777) {
                    exchange[thread + j * 64] = sorted_1[j];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 13; ++j) {
                const usize number = (usize)partner[j];
                other[j] = thread + j * 64 < 777 && number < 777 ? exchange[number] : 0;
            }
            array<bool, 13> less;
            #pragma unroll
            for (usize r = 0; r < 13; ++r) {
                less[r] = other[r] < sorted_1[r] | sorted_1[r] != sorted_1[r] & other[r] == other[r];
            }
            array<bool, 13> less_1;
            #pragma unroll
            for (usize r = 0; r < 13; ++r) {
                less_1[r] = sorted_1[r] < other[r] | other[r] != other[r] & sorted_1[r] == sorted_1[r];
            }
            array<u32, 13> other_origin;
            #pragma unroll
            for (usize j = 0; j < 13; ++j) {
                if (thread + j * 64 < 777) {
                    exchange_1[thread + j * 64] = origin[j];
                }
            }
            __syncthreads();
            #pragma unroll
            for (usize j = 0; j < 13; ++j) {
                const usize number = (usize)partner[j];
                other_origin[j] = thread + j * 64 < 777 && number < 777 ? exchange_1[number] : 0;
            }
            array<bool, 13> same;
            #pragma unroll
            for (usize r = 0; r < 13; ++r) {
                same[r] = !(less_1[r] | less[r]);
            }
            array<bool, 13> leads;
            #pragma unroll
            for (usize j = 0; j < 13; ++j) {
                leads[j] = (u32)(thread + j * 64) < partner[j];
            }
            array<bool, 13> swaps;
            #pragma unroll
            for (usize r = 0; r < 13; ++r) {
                swaps[r] = (leads[r] & (less_1[r] | same[r] & other_origin[r] < origin[r]) | !leads[r] & (less[r] | same[r] & other_origin[r] > origin[r])) & partner[r] < 777;
            }
            #pragma unroll
            for (usize r = 0; r < 13; ++r) {
                sorted_1[r] = swaps[r] ? other[r] : sorted_1[r];
            }
            #pragma unroll
            for (usize r = 0; r < 13; ++r) {
                origin[r] = swaps[r] ? other_origin[r] : origin[r];
            }
            half = half >> 1;
            mask = half;
        }
        step_2 = step_2 + step_2;
    }
    array<i32, 13> x_picked;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        if (thread + j * 64 < 777) {
            exchange[thread + j * 64] = x_1[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        const usize number = (usize)origin[j];
        x_picked[j] = thread + j * 64 < 777 && number < 777 ? exchange[number] : 0;
    }
    const usize y_column_1 = kiln::int_min(2ull, y_extent_0) * 777;
    const usize y_columns_2 = kiln::int_min(kiln::saturating_sub_u64(y_extent_0, y_column_1), 777ull);
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        if (thread + j * 64 < y_columns_2) {
            y[y_column_1 + thread + j * 64] = x_picked[j];
        }
    }
    array<i32, 13> all_1;
    #pragma unroll
    for (usize r = 0; r < 13; ++r) {
        all_1[r] = x_1[r];
    }
    u32 step_3 = 1;
    while (step_3 < 777) {
        array<u32, 13> tile;
        #pragma unroll
        for (usize j = 0; j < 13; ++j) {
            tile[j] = (u32)(thread + j * 64) - step_3;
        }
        array<i32, 13> all_picked;
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 13; ++j) {
            if (thread + j * 64 < 777) {
                exchange[thread + j * 64] = all_1[j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 13; ++j) {
            const usize number = (usize)tile[j];
            all_picked[j] = thread + j * 64 < 777 && number < 777 ? exchange[number] : 0;
        }
        #pragma unroll
        for (usize j = 0; j < 13; ++j) {
            all_1[j] = (u32)(thread + j * 64) >= step_3 ? (i32)((u32)all_picked[j] * all_1[j]) : all_1[j];
        }
        step_3 = step_3 + step_3;
    }
    const usize y_column_2 = kiln::int_min(3ull, y_extent_0) * 777;
    const usize y_columns_3 = kiln::int_min(kiln::saturating_sub_u64(y_extent_0, y_column_2), 777ull);
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        if (thread + j * 64 < y_columns_3) {
            y[y_column_2 + thread + j * 64] = all_1[j];
        }
    }
    i32 total = -2147483647 - 1;
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        total = kiln::int_max(total, thread + j * 64 < 777 ? x_1[j] : -2147483647 - 1);
    }
    const i32 other = kiln::lane_xor(total, 16u);
    total = kiln::int_max(total, other);
    const i32 other_1 = kiln::lane_xor(total, 8u);
    total = kiln::int_max(total, other_1);
    const i32 other_2 = kiln::lane_xor(total, 4u);
    total = kiln::int_max(total, other_2);
    const i32 other_3 = kiln::lane_xor(total, 2u);
    total = kiln::int_max(total, other_3);
    const i32 other_4 = kiln::lane_xor(total, 1u);
    total = kiln::int_max(total, other_4);
    if (lane < 1) {
        parts[warp] = total;
    }
    __syncthreads();
    total = parts[0];
    #pragma unroll
    for (usize w = 1; w < 2; ++w) {
        total = kiln::int_max(total, parts[w]);
    }
    const i32 most = total;
    array<u32, 13> tile;
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        tile[j] = x_1[j] == most ? (u32)(thread + j * 64) : 777;
    }
    u32 total_1 = 4294967295u;
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        total_1 = kiln::int_min(total_1, thread + j * 64 < 777 ? tile[j] : 4294967295u);
    }
    const u32 other_5 = kiln::lane_xor(total_1, 16u);
    total_1 = kiln::int_min(total_1, other_5);
    const u32 other_6 = kiln::lane_xor(total_1, 8u);
    total_1 = kiln::int_min(total_1, other_6);
    const u32 other_7 = kiln::lane_xor(total_1, 4u);
    total_1 = kiln::int_min(total_1, other_7);
    const u32 other_8 = kiln::lane_xor(total_1, 2u);
    total_1 = kiln::int_min(total_1, other_8);
    const u32 other_9 = kiln::lane_xor(total_1, 1u);
    total_1 = kiln::int_min(total_1, other_9);
    if (lane < 1) {
        parts_1[warp] = total_1;
    }
    __syncthreads();
    total_1 = parts_1[0];
    #pragma unroll
    for (usize w = 1; w < 2; ++w) {
        total_1 = kiln::int_min(total_1, parts_1[w]);
    }
    const u32 least = total_1;
    const u32 greatest = kiln::int_min(least, 777u - 1);
    array<i32, 13> all_2;
    #pragma unroll
    for (usize r = 0; r < 13; ++r) {
        all_2[r] = x_1[r];
    }
    u32 step_4 = 1;
    while (step_4 < 777) {
        array<u32, 13> from;
        #pragma unroll
        for (usize j = 0; j < 13; ++j) {
            from[j] = (u32)(thread + j * 64) + step_4;
        }
        array<i32, 13> first;
        #pragma unroll
        for (usize r = 0; r < 13; ++r) {
            first[r] = all_2[r];
        }
        array<i32, 13> b;
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 13; ++j) {
            if (thread + j * 64 < 777) {
                exchange[thread + j * 64] = all_2[j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 13; ++j) {
            const usize number = (usize)from[j];
            b[j] = thread + j * 64 < 777 && number < 777 ? exchange[number] : 0;
        }
        #pragma unroll
        for (usize r = 0; r < 13; ++r) {
            all_2[r] = from[r] < 777 ? first[r] ^ b[r] : all_2[r];
        }
        step_4 = step_4 + step_4;
    }
    array<u32, 13> tile_1;
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        tile_1[j] = (u32)(thread + j * 64) * 0;
    }
    array<i32, 13> all_picked;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        if (thread + j * 64 < 777) {
            exchange[thread + j * 64] = all_2[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        const usize number = (usize)tile_1[j];
        all_picked[j] = thread + j * 64 < 777 && number < 777 ? exchange[number] : 0;
    }
    i32 total_2 = -2147483647 - 1;
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        total_2 = kiln::int_max(total_2, thread + j * 64 < 777 ? all_picked[j] : -2147483647 - 1);
    }
    const i32 other_10 = kiln::lane_xor(total_2, 16u);
    total_2 = kiln::int_max(total_2, other_10);
    const i32 other_11 = kiln::lane_xor(total_2, 8u);
    total_2 = kiln::int_max(total_2, other_11);
    const i32 other_12 = kiln::lane_xor(total_2, 4u);
    total_2 = kiln::int_max(total_2, other_12);
    const i32 other_13 = kiln::lane_xor(total_2, 2u);
    total_2 = kiln::int_max(total_2, other_13);
    const i32 other_14 = kiln::lane_xor(total_2, 1u);
    total_2 = kiln::int_max(total_2, other_14);
    if (lane < 1) {
        parts[warp] = total_2;
    }
    __syncthreads();
    total_2 = parts[0];
    #pragma unroll
    for (usize w = 1; w < 2; ++w) {
        total_2 = kiln::int_max(total_2, parts[w]);
    }
    const i32 all_3 = total_2;
    array<bool, 13> x_2;
    #pragma unroll
    for (usize r = 0; r < 13; ++r) {
        x_2[r] = x_1[r] != 0;
    }
    array<u32, 13> tile_2;
    #pragma unroll
    for (usize r = 0; r < 13; ++r) {
        tile_2[r] = (u32)x_2[r];
    }
    u32 total_3 = 4294967295u;
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        total_3 = kiln::int_min(total_3, thread + j * 64 < 777 ? tile_2[j] : 4294967295u);
    }
    const u32 other_15 = kiln::lane_xor(total_3, 16u);
    total_3 = kiln::int_min(total_3, other_15);
    const u32 other_16 = kiln::lane_xor(total_3, 8u);
    total_3 = kiln::int_min(total_3, other_16);
    const u32 other_17 = kiln::lane_xor(total_3, 4u);
    total_3 = kiln::int_min(total_3, other_17);
    const u32 other_18 = kiln::lane_xor(total_3, 2u);
    total_3 = kiln::int_min(total_3, other_18);
    const u32 other_19 = kiln::lane_xor(total_3, 1u);
    total_3 = kiln::int_min(total_3, other_19);
    if (lane < 1) {
        parts_1[warp] = total_3;
    }
    __syncthreads();
    total_3 = parts_1[0];
    #pragma unroll
    for (usize w = 1; w < 2; ++w) {
        total_3 = kiln::int_min(total_3, parts_1[w]);
    }
    const u32 least_1 = total_3;
    const i32 holds = least_1 != 0 ? 1 : 0;
    i32 total_4 = 2147483647;
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        total_4 = kiln::int_min(total_4, thread + j * 64 < 777 ? x_1[j] : 2147483647);
    }
    const i32 other_20 = kiln::lane_xor(total_4, 16u);
    total_4 = kiln::int_min(total_4, other_20);
    const i32 other_21 = kiln::lane_xor(total_4, 8u);
    total_4 = kiln::int_min(total_4, other_21);
    const i32 other_22 = kiln::lane_xor(total_4, 4u);
    total_4 = kiln::int_min(total_4, other_22);
    const i32 other_23 = kiln::lane_xor(total_4, 2u);
    total_4 = kiln::int_min(total_4, other_23);
    const i32 other_24 = kiln::lane_xor(total_4, 1u);
    total_4 = kiln::int_min(total_4, other_24);
    if (lane < 1) {
        parts[warp] = total_4;
    }
    __syncthreads();
    total_4 = parts[0];
    #pragma unroll
    for (usize w = 1; w < 2; ++w) {
        total_4 = kiln::int_min(total_4, parts[w]);
    }
    const i32 most_1 = total_4;
    const i32 scalar = (i32)greatest;
    array<u32, 13> tile_3;
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        tile_3[j] = x_1[j] == most_1 ? (u32)(thread + j * 64) : 777;
    }
    u32 total_5 = 4294967295u;
    #pragma unroll
    for (usize j = 0; j < 13; ++j) {
        total_5 = kiln::int_min(total_5, thread + j * 64 < 777 ? tile_3[j] : 4294967295u);
    }
    const u32 other_25 = kiln::lane_xor(total_5, 16u);
    total_5 = kiln::int_min(total_5, other_25);
    const u32 other_26 = kiln::lane_xor(total_5, 8u);
    total_5 = kiln::int_min(total_5, other_26);
    const u32 other_27 = kiln::lane_xor(total_5, 4u);
    total_5 = kiln::int_min(total_5, other_27);
    const u32 other_28 = kiln::lane_xor(total_5, 2u);
    total_5 = kiln::int_min(total_5, other_28);
    const u32 other_29 = kiln::lane_xor(total_5, 1u);
    total_5 = kiln::int_min(total_5, other_29);
    if (lane < 1) {
        parts_1[warp] = total_5;
    }
    __syncthreads();
    total_5 = parts_1[0];
    #pragma unroll
    for (usize w = 1; w < 2; ++w) {
        total_5 = kiln::int_min(total_5, parts_1[w]);
    }
    const u32 least_2 = total_5;
    const i32 scalar_1 = (i32)kiln::int_min(least_2, 777u - 1);
    __align__(16) array<i32, 4> both;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        both[j] = (i32)j == 0 ? scalar : (i32)j == 1 ? all_3 : (i32)j == 2 ? holds : scalar_1;
    }
    if (thread < 1 && 0 < scalars_extent_0) {
        kiln::store_16(scalars[0], both[0]);
    }
}
