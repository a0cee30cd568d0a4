// least: sm_80
typedef int i32;
typedef long long isize;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: int_max.1a21aab5 int_min.8439cc99 move_16.def5b418 store_16.d38ece70 saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(32, 1) shifted(
    isize row,
    isize column,
    float pad,
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
    usize z_extent_1,
    usize z_stride_0,
    usize z_stride_1
) {
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 2;
    const usize thread_part_1 = thread & 3;
    const usize thread_start = thread_part_1 * 4;
    const usize i = (usize)blockIdx.x;
    const usize j = (usize)blockIdx.y;
    const isize row_1 = (isize)((isize)i * 8ull + row);
    const isize column_1 = (isize)((isize)j * 16ull + column);
    __align__(16) array<float, 4> x_tile;
    const usize at = (usize)row_1;
    const usize at_1 = (usize)column_1;
    const usize left = kiln::saturating_sub_u64(x_extent_0, at);
    const usize left_1 = kiln::saturating_sub_u64(x_extent_1, at_1);
    const usize x_start = at * x_stride_0 + at_1;
    #pragma unroll
    for (usize j_1 = 0; j_1 < 4; ++j_1) {
        x_tile[j_1] = at + thread_part < x_extent_0 && at_1 + thread_start + j_1 < x_extent_1 ? x[x_start + thread_part * x_stride_0 + thread_start + j_1] : 0.0f;
    }
    const usize y_row = kiln::int_min(i, y_extent_0) * 8;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const usize y_column = kiln::int_min(j, y_extent_1) * 16;
    const usize y_columns = kiln::saturating_sub_u64(y_extent_1, y_column);
    const usize y_start = y_row * y_stride_0 + y_column;
    if (thread_part < y_rows && thread_start < y_columns) {
        kiln::store_16(y[y_start + thread_part * y_stride_0 + thread_start], x_tile[0]);
    }
    array<float, 4> x_tile_1;
    const usize at_2 = (usize)row_1;
    const usize at_3 = (usize)column_1;
    const usize left_2 = kiln::saturating_sub_u64(x_extent_0, at_2);
    const usize left_3 = kiln::saturating_sub_u64(x_extent_1, at_3);
    const usize x_start_1 = at_2 * x_stride_0 + at_3;
    #pragma unroll
    for (usize j_1 = 0; j_1 < 4; ++j_1) {
        x_tile_1[j_1] = at_2 + thread_part < x_extent_0 && at_3 + thread_start + j_1 < x_extent_1 ? x[x_start_1 + thread_part * x_stride_0 + thread_start + j_1] : pad;
    }
    __align__(16) array<float, 4> x_tile_2;
    const usize at_4 = (usize)row_1;
    const usize left_4 = kiln::saturating_sub_u64(x_extent_0, at_4);
    const usize left_5 = kiln::saturating_sub_u64(x_extent_1, 0ull);
    const usize x_start_2 = at_4 * x_stride_0;
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        x_tile_2[k] = pad;
    }
    if (at_4 + thread_part < x_extent_0 && thread_start < x_extent_1) {
        kiln::move_16(x_tile_2[0], x[x_start_2 + thread_part * x_stride_0 + thread_start]);
    }
    __align__(16) array<float, 4> tile;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile[r] = x_tile_1[r] + x_tile_2[r];
    }
    const usize z_row = kiln::int_min(i, z_extent_0) * 8;
    const usize z_rows = kiln::saturating_sub_u64(z_extent_0, z_row);
    const usize z_column = kiln::int_min(j, z_extent_1) * 16;
    const usize z_columns = kiln::saturating_sub_u64(z_extent_1, z_column);
    const usize z_start = z_row * z_stride_0 + z_column;
    if (thread_part < z_rows && thread_start < z_columns) {
        kiln::store_16(z[z_start + thread_part * z_stride_0 + thread_start], tile[0]);
    }
}
