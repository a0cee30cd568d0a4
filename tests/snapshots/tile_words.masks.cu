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

// prelude: int_max.1a21aab5 int_min.8439cc99 unsigned_by_size.3ee267ca lane_xor.0e2ead84 move_4.7d00b3c3
//   move_8.e96dfb16

extern "C" __global__ void __launch_bounds__(32, 1) masks(
    const bool* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    bool* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_extent_2,
    usize y_stride_0,
    usize y_stride_1,
    usize y_stride_2,
    bool* __restrict__ z, usize z_len,
    usize z_extent_0,
    usize z_stride_0
) {
    __shared__ __align__(16) array<bool, 71> exchange;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 2;
    const usize thread_part_1 = thread & 3;
    const usize thread_part_2 = thread >> 3;
    const usize thread_part_3 = thread & 7;
    __align__(16) array<bool, 8> mask;
    const usize x_rows = kiln::int_min(x_extent_0, 5ull);
    #pragma unroll
    for (usize k = 0; k < 8; ++k) {
        mask[k] = true;
    }
    if (thread_part < x_rows && 0 < x_extent_1) {
        kiln::move_8(mask[0], x[thread_part * x_stride_0]);
    }
    __align__(16) array<bool, 8> tile;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile[r] = !mask[r];
    }
    const usize y_rows = kiln::int_min(y_extent_1, 5ull);
    if (thread_part_1 < 1 && 0 < y_extent_0 && thread_part < y_rows && 0 < y_extent_2) {
        kiln::move_8(y[thread_part * y_stride_1], tile[0]);
    }
    array<bool, 2> mask_transposed;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part_1 < 1 && thread_part < 5) {
            exchange[thread_part * 9 + j] = mask[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        mask_transposed[i] = exchange[thread_part_3 * 9 + thread_part_2 + i * 4];
    }
    __align__(16) array<bool, 8> tile_1;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part_3 < 5) {
            exchange[(thread_part_2 + i * 4) * 5 + thread_part_3] = mask_transposed[i];
        }
    }
    __syncthreads();
    kiln::move_8(tile_1[0], exchange[thread_part * 8]);
    const usize y_rows_1 = kiln::int_min(y_extent_1, 5ull);
    if (thread_part_1 < 1 && 1 < y_extent_0 && thread_part < y_rows_1 && 0 < y_extent_2) {
        kiln::move_8(y[y_stride_0 + thread_part * y_stride_1], tile_1[0]);
    }
    const u32 start = 2u;
    const u32 start_1 = 0u;
    const u32 tile_2 = (u32)thread_part_1 + start;
    bool x_1;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part_1 < 1 && thread_part < 5) {
            exchange[thread_part * 9 + j] = mask[j];
        }
    }
    const usize number = (usize)tile_2;
    __syncthreads();
    x_1 = thread_part < 5 && thread_part_1 < 3 && number < 8 ? exchange[thread_part * 9 + number] : false;
    const u32 tile_3 = (u32)thread_part_3 + start_1;
    array<bool, 2> behind;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part_1 < 1 && thread_part < 5) {
            exchange[thread_part * 9 + j] = mask[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        const usize number_1 = (usize)tile_3;
        behind[i] = thread_part_2 + i * 4 < 5 && thread_part_3 < 5 && number_1 < 8 ? exchange[(thread_part_2 + i * 4) * 9 + number_1] : false;
    }
    array<bool, 8> first;
    __syncthreads();
    if (thread_part < 5 && thread_part_1 < 3) {
        exchange[thread_part * 3 + thread_part_1] = x_1;
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        const usize number_1 = (usize)(u32)j;
        first[j] = thread_part < 5 && number_1 < 3 ? exchange[thread_part * 3 + number_1] : false;
    }
    array<u32, 8> tile_4;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_4[j] = (u32)j - 3;
    }
    array<bool, 8> behind_picked;
    __syncthreads();
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        if (thread_part_2 + i * 4 < 5 && thread_part_3 < 5) {
            exchange[(thread_part_2 + i * 4) * 5 + thread_part_3] = behind[i];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        const usize number_1 = (usize)tile_4[j];
        behind_picked[j] = thread_part < 5 && number_1 < 5 ? exchange[thread_part * 5 + number_1] : false;
    }
    __align__(16) array<bool, 8> tile_5;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_5[j] = (u32)j < 3 ? first[j] : behind_picked[j];
    }
    const usize y_rows_2 = kiln::int_min(y_extent_1, 5ull);
    const usize y_start = 2 * y_stride_0;
    if (thread_part_1 < 1 && 2 < y_extent_0 && thread_part < y_rows_2 && 0 < y_extent_2) {
        kiln::move_8(y[y_start + thread_part * y_stride_1], tile_5[0]);
    }
    const u32 tile_6 = 4 - (u32)thread_part;
    __align__(16) array<bool, 8> x_picked;
    __syncthreads();
    if (thread_part_1 < 1 && thread_part < 5) {
        kiln::move_8(exchange[thread_part * 8], mask[0]);
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        const usize number_1 = (usize)tile_6;
        x_picked[j] = thread_part < 5 && number_1 < 5 ? exchange[number_1 * 8 + j] : false;
    }
    const usize y_rows_3 = kiln::int_min(y_extent_1, 5ull);
    const usize y_start_1 = 3 * y_stride_0;
    if (thread_part_1 < 1 && 3 < y_extent_0 && thread_part < y_rows_3 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_1 + thread_part * y_stride_1], x_picked[0]);
    }
    const u32 scalar = 5u - 1;
    array<u32, 8> tile_7;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_7[j] = scalar - (u32)thread_part;
    }
    __align__(16) array<bool, 8> x_picked_1;
    __syncthreads();
    if (thread_part_1 < 1 && thread_part < 5) {
        kiln::move_8(exchange[thread_part * 8], mask[0]);
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        const usize number_1 = (usize)tile_7[j];
        x_picked_1[j] = thread_part < 5 && number_1 < 5 ? exchange[number_1 * 8 + j] : false;
    }
    const usize y_rows_4 = kiln::int_min(y_extent_1, 5ull);
    const usize y_start_2 = 4 * y_stride_0;
    if (thread_part_1 < 1 && 4 < y_extent_0 && thread_part < y_rows_4 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_2 + thread_part * y_stride_1], x_picked_1[0]);
    }
    __align__(16) array<bool, 8> all;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        all[r] = mask[r];
    }
    u32 step = 1;
    while (step < 8) {
        array<u32, 8> tile_8;
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            tile_8[j] = (u32)j - step;
        }
        array<bool, 8> first_1;
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            if (thread_part_1 < 1 && thread_part < 5) {
                exchange[thread_part * 9 + j] = all[j];
            }
        }
        __syncthreads();
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            const usize number_1 = (usize)tile_8[j];
            first_1[j] = thread_part < 5 && number_1 < 8 ? exchange[thread_part * 9 + number_1] : false;
        }
        array<bool, 8> b;
        #pragma unroll
        for (usize r = 0; r < 8; ++r) {
            b[r] = all[r];
        }
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            all[j] = (u32)j >= step ? first_1[j] & b[j] : all[j];
        }
        step = step + step;
    }
    const usize y_rows_5 = kiln::int_min(y_extent_1, 5ull);
    const usize y_start_3 = 5 * y_stride_0;
    if (thread_part_1 < 1 && 5 < y_extent_0 && thread_part < y_rows_5 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_3 + thread_part * y_stride_1], all[0]);
    }
    array<u32, 8> tile_8;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_8[r] = (u32)mask[r];
    }
    array<u32, 8> least;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        least[j] = 4294967295u;
        least[j] = kiln::int_min(least[j], thread_part < 5 ? tile_8[j] : 4294967295u);
    }
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        const u32 other = kiln::lane_xor(least[r], 16u);
        least[r] = kiln::int_min(least[r], other);
        const u32 other_1 = kiln::lane_xor(least[r], 8u);
        least[r] = kiln::int_min(least[r], other_1);
        const u32 other_2 = kiln::lane_xor(least[r], 4u);
        least[r] = kiln::int_min(least[r], other_2);
    }
    array<bool, 8> tile_9;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_9[r] = least[r] != 0;
    }
    __align__(16) array<bool, 8> tile_10;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        tile_10[j] = mask[j] == true & mask[j] != tile_9[j];
    }
    const usize y_rows_6 = kiln::int_min(y_extent_1, 5ull);
    const usize y_start_4 = 6 * y_stride_0;
    if (thread_part_1 < 1 && 6 < y_extent_0 && thread_part < y_rows_6 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_4 + thread_part * y_stride_1], tile_10[0]);
    }
    array<u8, 8> tile_11;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_11[r] = (u8)mask[r];
    }
    u8 sum = 0;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        sum = (u8)((u32)sum + (thread_part < 5 ? tile_11[j] : 0));
    }
    bool tile_12;
    tile_12 = sum > 4;
    __align__(16) array<bool, 8> tile_13;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_13[r] = tile_12;
    }
    const usize y_rows_7 = kiln::int_min(y_extent_1, 5ull);
    const usize y_start_5 = 7 * y_stride_0;
    if (thread_part_1 < 1 && 7 < y_extent_0 && thread_part < y_rows_7 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_5 + thread_part * y_stride_1], tile_13[0]);
    }
    __align__(16) array<bool, 8> each;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part < 5) {
            const bool element = mask[j];
            const bool one = element;
            each[j] = !one;
        }
    }
    const usize y_rows_8 = kiln::int_min(y_extent_1, 5ull);
    const usize y_start_6 = 8 * y_stride_0;
    if (thread_part_1 < 1 && 8 < y_extent_0 && thread_part < y_rows_8 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_6 + thread_part * y_stride_1], each[0]);
    }
    array<u32, 8> tile_14;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_14[r] = (u32)mask[r];
    }
    u32 greatest = 0;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        greatest = kiln::int_max(greatest, thread_part < 5 ? tile_14[j] : 0u);
    }
    bool tile_15;
    tile_15 = greatest != 0;
    __align__(16) array<bool, 8> tile_16;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_16[r] = mask[r] ? false : tile_15;
    }
    const usize y_rows_9 = kiln::int_min(y_extent_1, 5ull);
    const usize y_start_7 = 9 * y_stride_0;
    if (thread_part_1 < 1 && 9 < y_extent_0 && thread_part < y_rows_9 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_7 + thread_part * y_stride_1], tile_16[0]);
    }
    __align__(16) array<bool, 8> all_1;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        all_1[r] = mask[r];
    }
    array<u32, 8> tile_17;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_17[r] = (u32)mask[r];
    }
    u32 greatest_1 = 0;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        greatest_1 = kiln::int_max(greatest_1, thread_part < 5 ? tile_17[j] : 0u);
    }
    bool tile_18;
    tile_18 = greatest_1 != 0;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        all_1[r] = all_1[r] & tile_18;
    }
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        all_1[r] = all_1[r] ^ true;
    }
    array<u32, 8> tile_19;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_19[r] = (u32)mask[r];
    }
    array<u32, 8> least_1;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        least_1[j] = 4294967295u;
        least_1[j] = kiln::int_min(least_1[j], thread_part < 5 ? tile_19[j] : 4294967295u);
    }
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        const u32 other = kiln::lane_xor(least_1[r], 16u);
        least_1[r] = kiln::int_min(least_1[r], other);
        const u32 other_1 = kiln::lane_xor(least_1[r], 8u);
        least_1[r] = kiln::int_min(least_1[r], other_1);
        const u32 other_2 = kiln::lane_xor(least_1[r], 4u);
        least_1[r] = kiln::int_min(least_1[r], other_2);
    }
    array<bool, 8> tile_20;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        tile_20[r] = least_1[r] != 0;
    }
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        all_1[j] = all_1[j] | tile_20[j];
    }
    const usize y_rows_10 = kiln::int_min(y_extent_1, 5ull);
    const usize y_start_8 = 10 * y_stride_0;
    if (thread_part_1 < 1 && 10 < y_extent_0 && thread_part < y_rows_10 && 0 < y_extent_2) {
        kiln::move_8(y[y_start_8 + thread_part * y_stride_1], all_1[0]);
    }
    array<bool, 2> line;
    __syncthreads();
    if (thread_part_1 < 1 && thread_part < 5) {
        kiln::move_8(exchange[thread_part * 8], mask[0]);
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        line[j] = exchange[thread + j * 32];
    }
    array<u32, 2> tile_21;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        tile_21[r] = (u32)line[r];
    }
    u32 total = 4294967295u;
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        total = kiln::int_min(total, thread + j * 32 < 40 ? tile_21[j] : 4294967295u);
    }
    const u32 other = kiln::lane_xor(total, 16u);
    total = kiln::int_min(total, other);
    const u32 other_1 = kiln::lane_xor(total, 8u);
    total = kiln::int_min(total, other_1);
    const u32 other_2 = kiln::lane_xor(total, 4u);
    total = kiln::int_min(total, other_2);
    const u32 other_3 = kiln::lane_xor(total, 2u);
    total = kiln::int_min(total, other_3);
    const u32 other_4 = kiln::lane_xor(total, 1u);
    total = kiln::int_min(total, other_4);
    const u32 least_2 = total;
    const bool least_3 = least_2 != 0;
    array<u32, 2> tile_22;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        tile_22[r] = (u32)line[r];
    }
    u32 total_1 = 0;
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        total_1 = kiln::int_max(total_1, thread + j * 32 < 40 ? tile_22[j] : 0u);
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
    const u32 greatest_2 = total_1;
    const bool most = greatest_2 != 0;
    const usize places = 1;
    array<bool, 4> each_1;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        const usize element = j;
        const usize place = element;
        const usize element_1 = places;
        const usize place_1 = element_1;
        const usize offset = place * x_stride_0 + place_1;
        const bool fetched = place < x_extent_0 && place_1 < x_extent_1 ? x[offset] : false;
        each_1[j] = fetched;
    }
    const bool scalar_1 = !most;
    __align__(16) array<bool, 4> tile_23;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile_23[r] = each_1[r] | least_3 | scalar_1;
    }
    if (thread < 1 && 0 < z_extent_0) {
        kiln::move_4(z[0], tile_23[0]);
    }
}
