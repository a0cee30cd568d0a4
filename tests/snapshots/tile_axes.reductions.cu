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

extern "C" __global__ void __launch_bounds__(32, 1) reductions(
    const float* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    float* __restrict__ by_row, usize by_row_len,
    usize by_row_extent_0,
    usize by_row_extent_1,
    usize by_row_stride_0,
    usize by_row_stride_1,
    float* __restrict__ by_column, usize by_column_len,
    usize by_column_extent_0,
    usize by_column_extent_1,
    usize by_column_stride_0,
    usize by_column_stride_1
) {
    __shared__ array<float, 231> exchange;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 3;
    const usize thread_part_1 = thread & 7;
    array<float, 9> x_1;
    const usize at = (usize)blockIdx.x;
    const usize x_row = kiln::int_min(at, x_extent_0) * 33;
    const usize x_rows = kiln::int_min(kiln::saturating_sub_u64(x_extent_0, x_row), 33ull);
    const usize x_columns = kiln::int_min(x_extent_1, 7ull);
    const usize x_start = x_row * x_stride_0;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        x_1[i] = thread_part + i * 4 < x_rows && thread_part_1 < x_columns ? x[x_start + thread_part * x_stride_0 + thread_part_1 + i * 4 * x_stride_0] : 0.0f;
    }
    array<float, 9> most;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        most[i] = __uint_as_float(0x7fc00000u);
        most[i] = fmaxf(most[i], thread_part + i * 4 < 33 && thread_part_1 < 7 ? x_1[i] : __uint_as_float(0x7fc00000u));
    }
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        const float other = kiln::lane_xor(most[r], 4u);
        most[r] = fmaxf(most[r], other);
        const float other_1 = kiln::lane_xor(most[r], 2u);
        most[r] = fmaxf(most[r], other_1);
        const float other_2 = kiln::lane_xor(most[r], 1u);
        most[r] = fmaxf(most[r], other_2);
    }
    array<u32, 9> tile;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        tile[i] = x_1[i] == most[i] ? (u32)thread_part_1 : 7;
    }
    array<u32, 9> least;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        least[i] = 4294967295u;
        least[i] = kiln::int_min(least[i], thread_part + i * 4 < 33 && thread_part_1 < 7 ? tile[i] : 4294967295u);
    }
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        const u32 other = kiln::lane_xor(least[r], 4u);
        least[r] = kiln::int_min(least[r], other);
        const u32 other_1 = kiln::lane_xor(least[r], 2u);
        least[r] = kiln::int_min(least[r], other_1);
        const u32 other_2 = kiln::lane_xor(least[r], 1u);
        least[r] = kiln::int_min(least[r], other_2);
    }
    const u32 scalar = 7u - 1;
    array<float, 9> tile_1;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        tile_1[r] = (float)kiln::int_min(least[r], scalar);
    }
    array<float, 2> tile_2;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        if (thread_part_1 < 1 && thread_part + i * 4 < 33) {
            exchange[thread_part + i * 4] = tile_1[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        tile_2[j] = exchange[thread + j * 32];
    }
    const usize by_row_columns = kiln::int_min(by_row_extent_1, 33ull);
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        if (0 < by_row_extent_0 && thread + j * 32 < by_row_columns) {
            by_row[thread + j * 32] = tile_2[j];
        }
    }
    array<float, 9> most_1;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        most_1[i] = __uint_as_float(0x7fc00000u);
        most_1[i] = fminf(most_1[i], thread_part + i * 4 < 33 && thread_part_1 < 7 ? x_1[i] : __uint_as_float(0x7fc00000u));
    }
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        const float other = kiln::lane_xor(most_1[r], 4u);
        most_1[r] = fminf(most_1[r], other);
        const float other_1 = kiln::lane_xor(most_1[r], 2u);
        most_1[r] = fminf(most_1[r], other_1);
        const float other_2 = kiln::lane_xor(most_1[r], 1u);
        most_1[r] = fminf(most_1[r], other_2);
    }
    array<u32, 9> tile_3;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        tile_3[i] = x_1[i] == most_1[i] ? (u32)thread_part_1 : 7;
    }
    array<u32, 9> least_1;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        least_1[i] = 4294967295u;
        least_1[i] = kiln::int_min(least_1[i], thread_part + i * 4 < 33 && thread_part_1 < 7 ? tile_3[i] : 4294967295u);
    }
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        const u32 other = kiln::lane_xor(least_1[r], 4u);
        least_1[r] = kiln::int_min(least_1[r], other);
        const u32 other_1 = kiln::lane_xor(least_1[r], 2u);
        least_1[r] = kiln::int_min(least_1[r], other_1);
        const u32 other_2 = kiln::lane_xor(least_1[r], 1u);
        least_1[r] = kiln::int_min(least_1[r], other_2);
    }
    const u32 scalar_1 = 7u - 1;
    array<float, 9> tile_4;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        tile_4[r] = (float)kiln::int_min(least_1[r], scalar_1);
    }
    array<float, 2> tile_5;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        if (thread_part_1 < 1 && thread_part + i * 4 < 33) {
            exchange[thread_part + i * 4] = tile_4[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        tile_5[j] = exchange[thread + j * 32];
    }
    const usize by_row_columns_1 = kiln::int_min(by_row_extent_1, 33ull);
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        if (1 < by_row_extent_0 && thread + j * 32 < by_row_columns_1) {
            by_row[by_row_stride_0 + thread + j * 32] = tile_5[j];
        }
    }
    array<float, 9> all;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        all[r] = x_1[r];
    }
    u32 step = 1;
    while (step < 7) {
        array<u32, 9> from;
        #pragma unroll
        for (usize i = 0; i < 9; ++i) {
            from[i] = (u32)thread_part_1 + step;
        }
        array<float, 9> first;
        #pragma unroll
        for (usize r = 0; r < 9; ++r) {
            first[r] = all[r];
        }
        #pragma unroll
        for (usize r = 0; r < 9; ++r) {
            all[r] = from[r] < 7 ? first[r] : all[r];
        }
        step = step + step;
    }
    array<u32, 9> tile_6;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        tile_6[i] = (u32)thread_part_1 * 0;
    }
    array<float, 9> all_picked;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        if (thread_part + i * 4 < 33 && thread_part_1 < 7) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = all[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        const usize number = (usize)tile_6[i];
        all_picked[i] = thread_part + i * 4 < 33 && thread_part_1 < 7 && number < 7 ? exchange[(thread_part + i * 4) * 7 + number] : 0.0f;
    }
    array<float, 9> greatest;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        greatest[i] = __uint_as_float(0x7fc00000u);
        greatest[i] = fmaxf(greatest[i], thread_part + i * 4 < 33 && thread_part_1 < 7 ? all_picked[i] : __uint_as_float(0x7fc00000u));
    }
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        const float other = kiln::lane_xor(greatest[r], 4u);
        greatest[r] = fmaxf(greatest[r], other);
        const float other_1 = kiln::lane_xor(greatest[r], 2u);
        greatest[r] = fmaxf(greatest[r], other_1);
        const float other_2 = kiln::lane_xor(greatest[r], 1u);
        greatest[r] = fmaxf(greatest[r], other_2);
    }
    array<float, 2> tile_7;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        if (thread_part_1 < 1 && thread_part + i * 4 < 33) {
            exchange[thread_part + i * 4] = greatest[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        tile_7[j] = exchange[thread + j * 32];
    }
    const usize by_row_columns_2 = kiln::int_min(by_row_extent_1, 33ull);
    const usize by_row_start = 2 * by_row_stride_0;
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        if (2 < by_row_extent_0 && thread + j * 32 < by_row_columns_2) {
            by_row[by_row_start + thread + j * 32] = tile_7[j];
        }
    }
    array<float, 9> all_1;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        all_1[r] = x_1[r];
    }
    u32 step_1 = 1;
    while (step_1 < 7) {
        array<u32, 9> from;
        #pragma unroll
        for (usize i = 0; i < 9; ++i) {
            from[i] = (u32)thread_part_1 + step_1;
        }
        array<float, 9> first;
        #pragma unroll
        for (usize r = 0; r < 9; ++r) {
            first[r] = all_1[r];
        }
        array<float, 9> b;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 9; ++i) {
            if (thread_part + i * 4 < 33 && thread_part_1 < 7) {
                exchange[(thread_part + i * 4) * 7 + thread_part_1] = all_1[i];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 9; ++i) {
            const usize number = (usize)from[i];
            b[i] = thread_part + i * 4 < 33 && thread_part_1 < 7 && number < 7 ? exchange[(thread_part + i * 4) * 7 + number] : 0.0f;
        }
        #pragma unroll
        for (usize r = 0; r < 9; ++r) {
            all_1[r] = from[r] < 7 ? b[r] : all_1[r];
        }
        step_1 = step_1 + step_1;
    }
    array<u32, 9> tile_8;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        tile_8[i] = (u32)thread_part_1 * 0;
    }
    array<float, 9> all_picked_1;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        if (thread_part + i * 4 < 33 && thread_part_1 < 7) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = all_1[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        const usize number = (usize)tile_8[i];
        all_picked_1[i] = thread_part + i * 4 < 33 && thread_part_1 < 7 && number < 7 ? exchange[(thread_part + i * 4) * 7 + number] : 0.0f;
    }
    array<float, 9> greatest_1;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        greatest_1[i] = __uint_as_float(0x7fc00000u);
        greatest_1[i] = fmaxf(greatest_1[i], thread_part + i * 4 < 33 && thread_part_1 < 7 ? all_picked_1[i] : __uint_as_float(0x7fc00000u));
    }
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        const float other = kiln::lane_xor(greatest_1[r], 4u);
        greatest_1[r] = fmaxf(greatest_1[r], other);
        const float other_1 = kiln::lane_xor(greatest_1[r], 2u);
        greatest_1[r] = fmaxf(greatest_1[r], other_1);
        const float other_2 = kiln::lane_xor(greatest_1[r], 1u);
        greatest_1[r] = fmaxf(greatest_1[r], other_2);
    }
    array<float, 2> tile_9;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        if (thread_part_1 < 1 && thread_part + i * 4 < 33) {
            exchange[thread_part + i * 4] = greatest_1[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        tile_9[j] = exchange[thread + j * 32];
    }
    const usize by_row_columns_3 = kiln::int_min(by_row_extent_1, 33ull);
    const usize by_row_start_1 = 3 * by_row_stride_0;
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        if (3 < by_row_extent_0 && thread + j * 32 < by_row_columns_3) {
            by_row[by_row_start_1 + thread + j * 32] = tile_9[j];
        }
    }
    array<bool, 9> x_2;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        x_2[r] = x_1[r] > 48.0f;
    }
    array<u32, 9> tile_10;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        tile_10[r] = (u32)x_2[r];
    }
    array<u32, 9> greatest_2;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        greatest_2[i] = 0;
        greatest_2[i] = kiln::int_max(greatest_2[i], thread_part + i * 4 < 33 && thread_part_1 < 7 ? tile_10[i] : 0u);
    }
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        const u32 other = kiln::lane_xor(greatest_2[r], 4u);
        greatest_2[r] = kiln::int_max(greatest_2[r], other);
        const u32 other_1 = kiln::lane_xor(greatest_2[r], 2u);
        greatest_2[r] = kiln::int_max(greatest_2[r], other_1);
        const u32 other_2 = kiln::lane_xor(greatest_2[r], 1u);
        greatest_2[r] = kiln::int_max(greatest_2[r], other_2);
    }
    array<float, 9> tile_11;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        tile_11[r] = greatest_2[r] != 0 ? 1.0f : 0.0f;
    }
    array<float, 2> tile_12;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        if (thread_part_1 < 1 && thread_part + i * 4 < 33) {
            exchange[thread_part + i * 4] = tile_11[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        tile_12[j] = exchange[thread + j * 32];
    }
    const usize by_row_columns_4 = kiln::int_min(by_row_extent_1, 33ull);
    const usize by_row_start_2 = 4 * by_row_stride_0;
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        if (4 < by_row_extent_0 && thread + j * 32 < by_row_columns_4) {
            by_row[by_row_start_2 + thread + j * 32] = tile_12[j];
        }
    }
    array<bool, 9> x_3;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        x_3[r] = x_1[r] > -49.0f;
    }
    array<u32, 9> tile_13;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        tile_13[r] = (u32)x_3[r];
    }
    array<u32, 9> least_2;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        least_2[i] = 4294967295u;
        least_2[i] = kiln::int_min(least_2[i], thread_part + i * 4 < 33 && thread_part_1 < 7 ? tile_13[i] : 4294967295u);
    }
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        const u32 other = kiln::lane_xor(least_2[r], 4u);
        least_2[r] = kiln::int_min(least_2[r], other);
        const u32 other_1 = kiln::lane_xor(least_2[r], 2u);
        least_2[r] = kiln::int_min(least_2[r], other_1);
        const u32 other_2 = kiln::lane_xor(least_2[r], 1u);
        least_2[r] = kiln::int_min(least_2[r], other_2);
    }
    array<float, 9> tile_14;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        tile_14[r] = least_2[r] != 0 ? 1.0f : 0.0f;
    }
    array<float, 2> tile_15;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        if (thread_part_1 < 1 && thread_part + i * 4 < 33) {
            exchange[thread_part + i * 4] = tile_14[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        tile_15[j] = exchange[thread + j * 32];
    }
    const usize by_row_columns_5 = kiln::int_min(by_row_extent_1, 33ull);
    const usize by_row_start_3 = 5 * by_row_stride_0;
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        if (5 < by_row_extent_0 && thread + j * 32 < by_row_columns_5) {
            by_row[by_row_start_3 + thread + j * 32] = tile_15[j];
        }
    }
    float most_2 = __uint_as_float(0x7fc00000u);
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        most_2 = fmaxf(most_2, thread_part + i * 4 < 33 && thread_part_1 < 7 ? x_1[i] : __uint_as_float(0x7fc00000u));
    }
    const float other = kiln::lane_xor(most_2, 16u);
    most_2 = fmaxf(most_2, other);
    const float other_1 = kiln::lane_xor(most_2, 8u);
    most_2 = fmaxf(most_2, other_1);
    array<u32, 9> tile_16;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        tile_16[i] = x_1[i] == most_2 ? (u32)(thread_part + i * 4) : 33;
    }
    u32 least_3 = 4294967295u;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        least_3 = kiln::int_min(least_3, thread_part + i * 4 < 33 && thread_part_1 < 7 ? tile_16[i] : 4294967295u);
    }
    const u32 other_2 = kiln::lane_xor(least_3, 16u);
    least_3 = kiln::int_min(least_3, other_2);
    const u32 other_3 = kiln::lane_xor(least_3, 8u);
    least_3 = kiln::int_min(least_3, other_3);
    const u32 scalar_2 = 33u - 1;
    float tile_17;
    tile_17 = (float)kiln::int_min(least_3, scalar_2);
    const usize by_column_columns = kiln::int_min(by_column_extent_1, 7ull);
    if (thread_part < 1 && 0 < by_column_extent_0 && thread_part_1 < by_column_columns) {
        by_column[thread_part_1] = tile_17;
    }
    float most_3 = __uint_as_float(0x7fc00000u);
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        most_3 = fminf(most_3, thread_part + i * 4 < 33 && thread_part_1 < 7 ? x_1[i] : __uint_as_float(0x7fc00000u));
    }
    const float other_4 = kiln::lane_xor(most_3, 16u);
    most_3 = fminf(most_3, other_4);
    const float other_5 = kiln::lane_xor(most_3, 8u);
    most_3 = fminf(most_3, other_5);
    array<u32, 9> tile_18;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        tile_18[i] = x_1[i] == most_3 ? (u32)(thread_part + i * 4) : 33;
    }
    u32 least_4 = 4294967295u;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        least_4 = kiln::int_min(least_4, thread_part + i * 4 < 33 && thread_part_1 < 7 ? tile_18[i] : 4294967295u);
    }
    const u32 other_6 = kiln::lane_xor(least_4, 16u);
    least_4 = kiln::int_min(least_4, other_6);
    const u32 other_7 = kiln::lane_xor(least_4, 8u);
    least_4 = kiln::int_min(least_4, other_7);
    const u32 scalar_3 = 33u - 1;
    float tile_19;
    tile_19 = (float)kiln::int_min(least_4, scalar_3);
    const usize by_column_columns_1 = kiln::int_min(by_column_extent_1, 7ull);
    if (thread_part < 1 && 1 < by_column_extent_0 && thread_part_1 < by_column_columns_1) {
        by_column[by_column_stride_0 + thread_part_1] = tile_19;
    }
    // Larger magnitudes win, and of equal ones the first.
    array<float, 9> all_2;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        all_2[r] = x_1[r];
    }
    u32 step_2 = 1;
    while (step_2 < 33) {
        array<u32, 9> from;
        #pragma unroll
        for (usize i = 0; i < 9; ++i) {
            from[i] = (u32)(thread_part + i * 4) + step_2;
        }
        array<float, 9> first;
        #pragma unroll
        for (usize r = 0; r < 9; ++r) {
            first[r] = all_2[r];
        }
        array<float, 9> b;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 9; ++i) {
            if (thread_part + i * 4 < 33 && thread_part_1 < 7) {
                exchange[(thread_part + i * 4) * 7 + thread_part_1] = all_2[i];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 9; ++i) {
            const usize number = (usize)from[i];
            b[i] = thread_part + i * 4 < 33 && thread_part_1 < 7 && number < 33 ? exchange[number * 7 + thread_part_1] : 0.0f;
        }
        #pragma unroll
        for (usize r = 0; r < 9; ++r) {
            const float side = fabsf(b[r]) > fabsf(first[r]) ? b[r] : first[r];
            all_2[r] = from[r] < 33 ? side : all_2[r];
        }
        step_2 = step_2 + step_2;
    }
    array<u32, 9> tile_20;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        tile_20[i] = (u32)(thread_part + i * 4) * 0;
    }
    array<float, 9> all_picked_2;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        if (thread_part + i * 4 < 33 && thread_part_1 < 7) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = all_2[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        const usize number = (usize)tile_20[i];
        all_picked_2[i] = thread_part + i * 4 < 33 && thread_part_1 < 7 && number < 33 ? exchange[number * 7 + thread_part_1] : 0.0f;
    }
    float greatest_3 = __uint_as_float(0x7fc00000u);
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        greatest_3 = fmaxf(greatest_3, thread_part + i * 4 < 33 && thread_part_1 < 7 ? all_picked_2[i] : __uint_as_float(0x7fc00000u));
    }
    const float other_8 = kiln::lane_xor(greatest_3, 16u);
    greatest_3 = fmaxf(greatest_3, other_8);
    const float other_9 = kiln::lane_xor(greatest_3, 8u);
    greatest_3 = fmaxf(greatest_3, other_9);
    const usize by_column_columns_2 = kiln::int_min(by_column_extent_1, 7ull);
    const usize by_column_start = 2 * by_column_stride_0;
    if (thread_part < 1 && 2 < by_column_extent_0 && thread_part_1 < by_column_columns_2) {
        by_column[by_column_start + thread_part_1] = greatest_3;
    }
    array<float, 9> x_4;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        x_4[r] = fminf(fmaxf(x_1[r], -2.0f), 2.0f);
    }
    array<float, 9> all_3;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        all_3[r] = x_4[r];
    }
    u32 step_3 = 1;
    while (step_3 < 33) {
        array<u32, 9> from;
        #pragma unroll
        for (usize i = 0; i < 9; ++i) {
            from[i] = (u32)(thread_part + i * 4) + step_3;
        }
        array<float, 9> all_picked_3;
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 9; ++i) {
            if (thread_part + i * 4 < 33 && thread_part_1 < 7) {
                exchange[(thread_part + i * 4) * 7 + thread_part_1] = all_3[i];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize i = 0; i < 9; ++i) {
            const usize number = (usize)from[i];
            all_picked_3[i] = thread_part + i * 4 < 33 && thread_part_1 < 7 && number < 33 ? exchange[number * 7 + thread_part_1] : 0.0f;
        }
        #pragma unroll
        for (usize r = 0; r < 9; ++r) {
            all_3[r] = from[r] < 33 ? all_3[r] * all_picked_3[r] : all_3[r];
        }
        step_3 = step_3 + step_3;
    }
    array<u32, 9> tile_21;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        tile_21[i] = (u32)(thread_part + i * 4) * 0;
    }
    array<float, 9> all_picked_3;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        if (thread_part + i * 4 < 33 && thread_part_1 < 7) {
            exchange[(thread_part + i * 4) * 7 + thread_part_1] = all_3[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        const usize number = (usize)tile_21[i];
        all_picked_3[i] = thread_part + i * 4 < 33 && thread_part_1 < 7 && number < 33 ? exchange[number * 7 + thread_part_1] : 0.0f;
    }
    float greatest_4 = __uint_as_float(0x7fc00000u);
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        greatest_4 = fmaxf(greatest_4, thread_part + i * 4 < 33 && thread_part_1 < 7 ? all_picked_3[i] : __uint_as_float(0x7fc00000u));
    }
    const float other_10 = kiln::lane_xor(greatest_4, 16u);
    greatest_4 = fmaxf(greatest_4, other_10);
    const float other_11 = kiln::lane_xor(greatest_4, 8u);
    greatest_4 = fmaxf(greatest_4, other_11);
    const usize by_column_columns_3 = kiln::int_min(by_column_extent_1, 7ull);
    const usize by_column_start_1 = 3 * by_column_stride_0;
    if (thread_part < 1 && 3 < by_column_extent_0 && thread_part_1 < by_column_columns_3) {
        by_column[by_column_start_1 + thread_part_1] = greatest_4;
    }
    array<bool, 9> x_5;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        x_5[r] = x_1[r] < -48.0f;
    }
    array<u32, 9> tile_22;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        tile_22[r] = (u32)x_5[r];
    }
    u32 greatest_5 = 0;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        greatest_5 = kiln::int_max(greatest_5, thread_part + i * 4 < 33 && thread_part_1 < 7 ? tile_22[i] : 0u);
    }
    const u32 other_12 = kiln::lane_xor(greatest_5, 16u);
    greatest_5 = kiln::int_max(greatest_5, other_12);
    const u32 other_13 = kiln::lane_xor(greatest_5, 8u);
    greatest_5 = kiln::int_max(greatest_5, other_13);
    float tile_23;
    tile_23 = greatest_5 != 0 ? 1.0f : 0.0f;
    const usize by_column_columns_4 = kiln::int_min(by_column_extent_1, 7ull);
    const usize by_column_start_2 = 4 * by_column_stride_0;
    if (thread_part < 1 && 4 < by_column_extent_0 && thread_part_1 < by_column_columns_4) {
        by_column[by_column_start_2 + thread_part_1] = tile_23;
    }
    array<bool, 9> x_6;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        x_6[r] = x_1[r] < 49.0f;
    }
    array<u32, 9> tile_24;
    #pragma unroll
    for (usize r = 0; r < 9; ++r) {
        tile_24[r] = (u32)x_6[r];
    }
    u32 least_5 = 4294967295u;
    #pragma unroll
    for (usize i = 0; i < 9; ++i) {
        least_5 = kiln::int_min(least_5, thread_part + i * 4 < 33 && thread_part_1 < 7 ? tile_24[i] : 4294967295u);
    }
    const u32 other_14 = kiln::lane_xor(least_5, 16u);
    least_5 = kiln::int_min(least_5, other_14);
    const u32 other_15 = kiln::lane_xor(least_5, 8u);
    least_5 = kiln::int_min(least_5, other_15);
    float tile_25;
    tile_25 = least_5 != 0 ? 1.0f : 0.0f;
    const usize by_column_columns_5 = kiln::int_min(by_column_extent_1, 7ull);
    const usize by_column_start_3 = 5 * by_column_stride_0;
    if (thread_part < 1 && 5 < by_column_extent_0 && thread_part_1 < by_column_columns_5) {
        by_column[by_column_start_3 + thread_part_1] = tile_25;
    }
}
