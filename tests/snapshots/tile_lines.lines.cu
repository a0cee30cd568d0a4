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

// prelude: int_max.1a21aab5 int_min.8439cc99 unsigned_by_size.3ee267ca lane_xor.0e2ead84 move_16.def5b418
//   store_16.d38ece70 saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(128, 1) lines(
    const float* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    const float* __restrict__ w, usize w_len,
    usize w_extent_0,
    usize w_stride_0,
    float* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_stride_0,
    usize y_stride_1,
    float* __restrict__ z, usize z_len,
    usize z_extent_0,
    usize z_stride_0,
    float* __restrict__ sums, usize sums_len,
    usize sums_extent_0,
    usize sums_stride_0
) {
    __shared__ __align__(16) array<float, 4> exchange;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread & 1;
    const usize thread_start = thread_part * 4;
    const usize warp = thread >> 5;
    const usize thread_part_1 = thread >> 1 & 15;
    const usize lane = thread & 31;
    const usize i = (usize)blockIdx.x;
    __align__(16) array<float, 4> w_tile;
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        w_tile[k] = 1.0f;
    }
    if (thread_start < w_extent_0) {
        kiln::move_16(w_tile[0], w[thread_start]);
    }
    __align__(16) array<float, 4> w_tile_1;
    const usize w_column = kiln::int_min(i, w_extent_0) * 4;
    const usize w_columns = kiln::saturating_sub_u64(w_extent_0, w_column);
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        w_tile_1[k] = 0.0f;
    }
    if (0 < w_columns) {
        kiln::move_16(w_tile_1[0], w[w_column]);
    }
    float col;
    if (thread < 1) {
        kiln::move_16(exchange[0], w_tile_1[0]);
    }
    __syncthreads();
    col = exchange[warp];
    __align__(16) array<float, 4> first;
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        first[k] = 0.0f;
    }
    if (1 < x_extent_0 && thread_start < x_extent_1) {
        kiln::move_16(first[0], x[x_stride_0 + thread_start]);
    }
    float last;
    const usize x_row = kiln::int_min(i, x_extent_0) * 4;
    const usize x_rows = kiln::saturating_sub_u64(x_extent_0, x_row);
    const usize x_start = x_row * x_stride_0 + 7;
    last = 7 < x_extent_1 && warp < x_rows ? x[x_start + warp * x_stride_0] : -1.0f;
    __align__(16) array<float, 4> x_tile;
    const usize x_row_1 = kiln::int_min(i, x_extent_0) * 4;
    const usize x_rows_1 = kiln::saturating_sub_u64(x_extent_0, x_row_1);
    const usize x_start_1 = x_row_1 * x_stride_0;
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        x_tile[k] = 0.0f;
    }
    if (warp < x_rows_1 && thread_start < x_extent_1) {
        kiln::move_16(x_tile[0], x[x_start_1 + warp * x_stride_0 + thread_start]);
    }
    array<float, 4> t;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        t[j] = x_tile[j] * w_tile[j] + col + first[j] + last;
    }
    const usize offset = x_stride_0 + 2;
    const float x_tile_1 = 1 < x_extent_0 && 2 < x_extent_1 ? x[offset] : 0.0f;
    const usize offset_1 = 3;
    const float w_tile_2 = 3 < w_extent_0 ? w[offset_1] : 0.0f;
    const usize offset_2 = 100 * x_stride_0;
    const float x_tile_2 = 100 < x_extent_0 && 0 < x_extent_1 ? x[offset_2] : 0.0f;
    __align__(16) array<float, 4> tile;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile[r] = t[r] * x_tile_1 + w_tile_2 + x_tile_2;
    }
    const usize y_row = kiln::int_min(i, y_extent_0) * 4;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const usize y_start = y_row * y_stride_0;
    if (thread_part_1 < 1 && warp < y_rows && thread_start < y_extent_1) {
        kiln::store_16(y[y_start + warp * y_stride_0 + thread_start], tile[0]);
    }
    const usize offset_3 = 1000;
    const float w_tile_3 = 1000 < w_extent_0 ? w[offset_3] : 0.0f;
    float tile_1;
    tile_1 = last + w_tile_3;
    __align__(16) array<float, 4> tile_2;
    __syncthreads();
    if (lane < 1) {
        exchange[warp] = tile_1;
    }
    __syncthreads();
    kiln::move_16(tile_2[0], exchange[0]);
    const usize z_column = kiln::int_min(i, z_extent_0) * 4;
    const usize z_columns = kiln::saturating_sub_u64(z_extent_0, z_column);
    if (thread < 1 && 0 < z_columns) {
        kiln::store_16(z[z_column], tile_2[0]);
    }
    float sum = -0.0f;
    #pragma unroll
    for (usize j = 0; j < 4; ++j) {
        sum = sum + t[j];
    }
    const float other = kiln::lane_xor(sum, 1u);
    sum = sum + other;
    __align__(16) array<float, 4> tile_3;
    __syncthreads();
    if (lane < 1) {
        exchange[warp] = sum;
    }
    __syncthreads();
    kiln::move_16(tile_3[0], exchange[0]);
    const usize sums_column = kiln::int_min(i, sums_extent_0) * 4;
    const usize sums_columns = kiln::saturating_sub_u64(sums_extent_0, sums_column);
    if (thread < 1 && 0 < sums_columns) {
        kiln::store_16(sums[sums_column], tile_3[0]);
    }
}
