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

extern "C" __global__ void __launch_bounds__(32, 1) of_batches(
    const float* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_extent_2,
    usize x_stride_0,
    usize x_stride_1,
    usize x_stride_2,
    const i32* __restrict__ z, usize z_len,
    usize z_extent_0,
    usize z_extent_1,
    usize z_extent_2,
    usize z_extent_3,
    usize z_stride_0,
    usize z_stride_1,
    usize z_stride_2,
    usize z_stride_3,
    const u32* __restrict__ which, usize which_len,
    usize which_extent_0,
    usize which_stride_0,
    float* __restrict__ picked, usize picked_len,
    usize picked_extent_0,
    usize picked_extent_1,
    usize picked_extent_2,
    usize picked_stride_0,
    usize picked_stride_1,
    usize picked_stride_2,
    i32* sums, usize sums_len,
    usize sums_extent_0,
    usize sums_extent_1,
    usize sums_extent_2,
    usize sums_extent_3,
    usize sums_stride_0,
    usize sums_stride_1,
    usize sums_stride_2,
    usize sums_stride_3
) {
    __shared__ __align__(16) array<u32, 4> exchange;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 3;
    const usize thread_part_1 = thread & 1;
    const usize thread_start = thread_part_1 * 4;
    const usize thread_part_2 = thread >> 1 & 3;
    const usize thread_part_3 = thread & 7;
    const usize b = (usize)blockIdx.x;
    __align__(16) array<u32, 4> which_tile;
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        which_tile[k] = 99;
    }
    if (0 < which_extent_0) {
        kiln::move_16(which_tile[0], which[0]);
    }
    u32 which_1;
    if (thread < 1) {
        kiln::move_16(exchange[0], which_tile[0]);
    }
    __syncthreads();
    which_1 = exchange[thread_part];
    array<u32, 4> columns;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        columns[j] = (u32)(thread_start + j) * 2;
    }
    const usize matrix = b;
    __align__(16) array<float, 4> each;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        const usize element = matrix;
        const usize place = element;
        const u32 element_1 = which_1;
        const usize place_1 = (usize)element_1;
        const u32 element_2 = columns[j];
        const usize place_2 = (usize)element_2;
        const usize offset = place * x_stride_0 + place_1 * x_stride_1 + place_2;
        const float fetched = place < x_extent_0 && place_1 < x_extent_1 && place_2 < x_extent_2 ? x[offset] : 0.0f;
        each[j] = fetched;
    }
    const usize picked_start = b * picked_stride_0;
    if (thread_part_2 < 1 && b < picked_extent_0 && thread_part < picked_extent_1 && thread_start < picked_extent_2) {
        kiln::store_16(picked[picked_start + thread_part * picked_stride_1 + thread_start], each[0]);
    }
    const float value = -1.0f;
    __align__(16) array<float, 4> each_1;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        const u32 element = which_1;
        const usize place = (usize)element;
        const u32 element_1 = (u32)thread_part;
        const usize place_1 = (usize)element_1;
        const u32 element_2 = columns[j];
        const usize place_2 = (usize)element_2;
        const usize offset = place * x_stride_0 + place_1 * x_stride_1 + place_2;
        const float fetched = place < x_extent_0 && place_1 < x_extent_1 && place_2 < x_extent_2 ? x[offset] : value;
        each_1[j] = fetched;
    }
    const usize picked_row = kiln::int_min(1ull, picked_extent_1) * 4;
    const usize picked_rows = kiln::saturating_sub_u64(picked_extent_1, picked_row);
    const usize picked_start_1 = b * picked_stride_0 + picked_row * picked_stride_1;
    if (thread_part_2 < 1 && b < picked_extent_0 && thread_part < picked_rows && thread_start < picked_extent_2) {
        kiln::store_16(picked[picked_start_1 + thread_part * picked_stride_1 + thread_start], each_1[0]);
    }
    const usize matrix_1 = b;
    u32 quotients;
    const u32 element = (u32)thread_part_3;
    const u32 quotient = element % 3;
    quotients = quotient;
    u32 places;
    places = quotients;
    i32 each_2;
    const usize element_1 = matrix_1;
    const usize place = element_1;
    const u32 element_2 = which_1;
    const usize place_1 = (usize)element_2;
    const u32 element_3 = (u32)thread_part;
    const usize place_2 = (usize)element_3;
    const u32 element_4 = places;
    const usize place_3 = (usize)element_4;
    const usize offset = place * z_stride_0 + place_1 * z_stride_1 + place_2 * z_stride_2 + place_3;
    const i32 fetched = place < z_extent_0 && place_1 < z_extent_1 && place_2 < z_extent_2 && place_3 < z_extent_3 ? z[offset] : 0;
    each_2 = fetched;
    i32 found;
    found = each_2;
    const usize matrix_2 = 0;
    const u32 element_5 = which_1;
    const usize place_4 = (usize)element_5;
    const usize element_6 = matrix_2;
    const usize place_5 = element_6;
    const u32 element_7 = (u32)thread_part;
    const usize place_6 = (usize)element_7;
    const u32 element_8 = (u32)thread_part_3;
    const usize place_7 = (usize)element_8;
    const i32 element_9 = found;
    const usize offset_1 = place_4 * sums_stride_0 + place_5 * sums_stride_1 + place_6 * sums_stride_2 + place_7;
    if (place_4 < sums_extent_0 && place_5 < sums_extent_1 && place_6 < sums_extent_2 && place_7 < sums_extent_3) {
        atomicAdd(&sums[offset_1], element_9);
    }
    const usize matrix_3 = b;
    const usize matrix_4 = 1;
    const i32 value_1 = (i32)((u32)found + (i32)(u32)thread_part_3);
    const usize element_10 = matrix_3;
    const usize place_8 = element_10;
    const usize element_11 = matrix_4;
    const usize place_9 = element_11;
    const u32 element_12 = (u32)thread_part;
    const usize place_10 = (usize)element_12;
    const u32 element_13 = (u32)thread_part_3;
    const usize place_11 = (usize)element_13;
    const i32 element_14 = value_1;
    const usize offset_2 = place_8 * sums_stride_0 + place_9 * sums_stride_1 + place_10 * sums_stride_2 + place_11;
    if (place_8 < sums_extent_0 && place_9 < sums_extent_1 && place_10 < sums_extent_2 && place_11 < sums_extent_3) {
        atomicMax(&sums[offset_2], element_14);
    }
}
