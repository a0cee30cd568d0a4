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

extern "C" __global__ void __launch_bounds__(32, 1) edges(
    const u32* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_extent_2,
    usize x_stride_0,
    usize x_stride_1,
    usize x_stride_2,
    u32* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_extent_2,
    usize y_stride_0,
    usize y_stride_1,
    usize y_stride_2,
    usize n
) {
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 3;
    const usize thread_part_1 = thread & 7;
    const usize b = (usize)blockIdx.x;
    __align__(16) array<u32, 4> x_tile;
    const usize x_column = kiln::int_min(1ull, x_extent_2) * 4;
    const usize x_columns = kiln::saturating_sub_u64(x_extent_2, x_column);
    const usize x_start = b * x_stride_0 + 2 * x_stride_1 + x_column;
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        x_tile[k] = 0;
    }
    if (b < x_extent_0 && 2 < x_extent_1 && 0 < x_columns) {
        kiln::move_16(x_tile[0], x[x_start]);
    }
    const usize y_start = b * y_stride_0;
    if (thread < 1 && b < y_extent_0 && 0 < y_extent_1 && 0 < y_extent_2) {
        kiln::store_16(y[y_start], x_tile[0]);
    }
    u32 x_tile_1;
    const usize x_rows = kiln::int_min(x_extent_1, 3ull);
    const usize x_start_1 = b * x_stride_0 + n;
    x_tile_1 = b < x_extent_0 && n < x_extent_2 && thread_part < x_rows ? x[x_start_1 + thread_part * x_stride_1] : 0;
    const usize offset = b * x_stride_0 + x_stride_1 + n;
    const u32 x_tile_2 = b < x_extent_0 && 1 < x_extent_1 && n < x_extent_2 ? x[offset] : 0;
    u32 tile;
    tile = x_tile_1 + x_tile_2;
    const usize y_rows = kiln::int_min(y_extent_1, 3ull);
    const usize y_start_1 = b * y_stride_0 + 7;
    __syncthreads();
    if (thread_part_1 < 1 && b < y_extent_0 && 7 < y_extent_2 && thread_part < y_rows) {
        y[y_start_1 + thread_part * y_stride_1] = tile;
    }
}
