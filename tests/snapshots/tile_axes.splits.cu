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

extern "C" __global__ void __launch_bounds__(32, 1) splits(
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
    float* __restrict__ z, usize z_len,
    usize z_extent_0,
    usize z_stride_0
) {
    __shared__ __align__(16) array<float, 104> exchange;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 2;
    const usize thread_part_1 = thread & 3;
    const usize thread_start = thread_part_1 * 4;
    const usize thread_part_2 = thread & 7;
    const usize thread_part_3 = thread >> 3;
    const usize thread_part_4 = thread & 15;
    const usize thread_part_5 = thread >> 4;
    const usize i = (usize)blockIdx.x;
    __align__(16) array<float, 4> x_1;
    const usize x_row = kiln::int_min(i, x_extent_0) * 8;
    const usize x_rows = kiln::saturating_sub_u64(x_extent_0, x_row);
    const usize x_columns = kiln::int_min(x_extent_1, 12ull);
    const usize x_start = x_row * x_stride_0;
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        x_1[k] = 0.0f;
    }
    if (thread_part < x_rows && thread_start < x_columns) {
        kiln::move_16(x_1[0], x[x_start + thread_part * x_stride_0 + thread_start]);
    }
    const u32 start = 0u;
    const u32 tile = (u32)thread_part_2 + start;
    array<float, 2> front;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        if (thread_start + j < 12) {
            exchange[thread_part * 13 + thread_start + j] = x_1[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        const usize number = (usize)tile;
        front[i_1] = thread_part_2 < 5 && number < 12 ? exchange[(thread_part_3 + i_1 * 4) * 13 + number] : 0.0f;
    }
    const u32 start_1 = 5u;
    const u32 tile_1 = (u32)thread_part_2 + start_1;
    array<float, 2> behind;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        if (thread_start + j < 12) {
            exchange[thread_part * 13 + thread_start + j] = x_1[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        const usize number = (usize)tile_1;
        behind[i_1] = thread_part_2 < 7 && number < 12 ? exchange[(thread_part_3 + i_1 * 4) * 13 + number] : 0.0f;
    }
    array<float, 4> first;
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        if (thread_part_2 < 7) {
            exchange[(thread_part_3 + i_1 * 4) * 7 + thread_part_2] = behind[i_1];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        const usize number = (usize)(u32)thread_part_4;
        first[i_1] = thread_part_4 < 12 && number < 7 ? exchange[(thread_part_5 + i_1 * 2) * 7 + number] : 0.0f;
    }
    array<u32, 4> tile_2;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        tile_2[i_1] = (u32)thread_part_4 - 7;
    }
    array<float, 4> behind_picked;
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        if (thread_part_2 < 5) {
            exchange[(thread_part_3 + i_1 * 4) * 5 + thread_part_2] = front[i_1];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        const usize number = (usize)tile_2[i_1];
        behind_picked[i_1] = thread_part_4 < 12 && number < 5 ? exchange[(thread_part_5 + i_1 * 2) * 5 + number] : 0.0f;
    }
    array<float, 4> x_2;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        x_2[i_1] = (u32)thread_part_4 < 7 ? first[i_1] : behind_picked[i_1];
    }
    const u32 start_2 = 0u;
    array<u32, 2> tile_3;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        tile_3[i_1] = (u32)(thread_part_5 + i_1 * 2) + start_2;
    }
    array<float, 2> front_1;
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        if (thread_part_4 < 12) {
            exchange[(thread_part_5 + i_1 * 2) * 12 + thread_part_4] = x_2[i_1];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        const usize number = (usize)tile_3[i_1];
        front_1[i_1] = thread_part_5 + i_1 * 2 < 3 && thread_part_4 < 12 && number < 8 ? exchange[number * 12 + thread_part_4] : 0.0f;
    }
    const u32 start_3 = 3u;
    array<u32, 3> tile_4;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 3; ++i_1) {
        tile_4[i_1] = (u32)(thread_part_5 + i_1 * 2) + start_3;
    }
    array<float, 3> behind_1;
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        if (thread_part_4 < 12) {
            exchange[(thread_part_5 + i_1 * 2) * 12 + thread_part_4] = x_2[i_1];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 3; ++i_1) {
        const usize number = (usize)tile_4[i_1];
        behind_1[i_1] = thread_part_5 + i_1 * 2 < 5 && thread_part_4 < 12 && number < 8 ? exchange[number * 12 + thread_part_4] : 0.0f;
    }
    array<float, 4> first_1;
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 3; ++i_1) {
        if (thread_part_5 + i_1 * 2 < 5 && thread_part_4 < 12) {
            exchange[(thread_part_5 + i_1 * 2) * 12 + thread_part_4] = behind_1[i_1];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        const usize number = (usize)(u32)thread_part;
        first_1[j] = thread_start + j < 12 && number < 5 ? exchange[number * 12 + thread_start + j] : 0.0f;
    }
    array<u32, 4> tile_5;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        tile_5[j] = (u32)thread_part - 5;
    }
    array<float, 4> behind_picked_1;
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        if (thread_part_5 + i_1 * 2 < 3 && thread_part_4 < 12) {
            exchange[(thread_part_5 + i_1 * 2) * 12 + thread_part_4] = front_1[i_1];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        const usize number = (usize)tile_5[j];
        behind_picked_1[j] = thread_start + j < 12 && number < 3 ? exchange[number * 12 + thread_start + j] : 0.0f;
    }
    __align__(16) array<float, 4> tile_6;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        tile_6[j] = (u32)thread_part < 5 ? first_1[j] : behind_picked_1[j];
    }
    const usize y_row = kiln::int_min(i, y_extent_0) * 8;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const usize y_columns = kiln::int_min(y_extent_1, 12ull);
    const usize y_start = y_row * y_stride_0;
    if (thread_part < y_rows && thread_start < y_columns) {
        kiln::store_16(y[y_start + thread_part * y_stride_0 + thread_start], tile_6[0]);
    }
    array<float, 3> x_3;
    __syncthreads();
    if (thread_start < 12) {
        kiln::move_16(exchange[thread_part * 12 + thread_start], x_1[0]);
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        x_3[j] = exchange[thread + j * 32];
    }
    const u32 start_4 = 0u;
    array<u32, 3> tile_7;
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        tile_7[j] = (u32)(thread + j * 32) + start_4;
    }
    array<float, 3> front_2;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        exchange[thread + j * 32] = x_3[j];
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        const usize number = (usize)tile_7[j];
        front_2[j] = thread + j * 32 < 90 && number < 96 ? exchange[number] : 0.0f;
    }
    const u32 start_5 = 90u;
    const u32 tile_8 = (u32)thread_part_4 + start_5;
    float behind_2;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        exchange[thread + j * 32] = x_3[j];
    }
    const usize number = (usize)tile_8;
    __syncthreads();
    behind_2 = thread_part_4 < 10 && number < 96 ? exchange[number] : 0.0f;
    array<float, 4> first_2;
    __syncthreads();
    if (thread_part_5 < 1 && thread_part_4 < 10) {
        exchange[thread_part_4] = behind_2;
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        const usize number_1 = (usize)(u32)(thread_start + j);
        first_2[j] = number_1 < 10 ? exchange[number_1] : 0.0f;
    }
    array<u32, 4> tile_9;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        tile_9[j] = (u32)(thread_start + j) - 10;
    }
    array<float, 4> behind_picked_2;
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        if (thread + j * 32 < 90) {
            exchange[thread + j * 32] = front_2[j];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        const usize number_1 = (usize)tile_9[j];
        behind_picked_2[j] = number_1 < 90 ? exchange[number_1] : 0.0f;
    }
    __align__(16) array<float, 4> tile_10;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        tile_10[j] = (u32)(thread_start + j) < 10 ? first_2[j] : behind_picked_2[j];
    }
    const usize z_column = kiln::int_min(i, z_extent_0) * 16;
    const usize z_columns = kiln::saturating_sub_u64(z_extent_0, z_column);
    if (thread_part < 1 && thread_start < z_columns) {
        kiln::store_16(z[z_column + thread_start], tile_10[0]);
    }
}
