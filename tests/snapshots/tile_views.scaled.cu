// least: sm_80
typedef int i32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: int_max.1a21aab5 int_min.8439cc99 move_16.def5b418 store_16.d38ece70 saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(32, 1) scaled(
    float factor,
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
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 2;
    const usize thread_part_1 = thread & 3;
    const usize thread_start = thread_part_1 * 4;
    const usize i = (usize)blockIdx.x;
    const usize j = (usize)blockIdx.y;
    __align__(16) array<float, 4> x_tile;
    const usize x_row = kiln::int_min(i, x_extent_0) * 8;
    const usize x_rows = kiln::saturating_sub_u64(x_extent_0, x_row);
    const usize x_column = kiln::int_min(j, x_extent_1) * 16;
    const usize x_columns = kiln::saturating_sub_u64(x_extent_1, x_column);
    const usize x_start = x_row * x_stride_0 + x_column;
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        x_tile[k] = 0.0f;
    }
    if (thread_part < x_rows && thread_start < x_columns) {
        kiln::move_16(x_tile[0], x[x_start + thread_part * x_stride_0 + thread_start]);
    }
    __align__(16) array<float, 4> tile;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile[r] = x_tile[r] * factor;
    }
    const usize y_row = kiln::int_min(i, y_extent_0) * 8;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const usize y_column = kiln::int_min(j, y_extent_1) * 16;
    const usize y_columns = kiln::saturating_sub_u64(y_extent_1, y_column);
    const usize y_start = y_row * y_stride_0 + y_column;
    if (thread_part < y_rows && thread_start < y_columns) {
        kiln::store_16(y[y_start + thread_part * y_stride_0 + thread_start], tile[0]);
    }
}
