// least: sm_80
typedef int i32;
typedef unsigned short u16;
typedef unsigned long long u64;
typedef unsigned long long usize;

// A 16-bit float in memory; it computes as a float and is rounded once. The bits are moved once more, since ptxas (13.0 at least)
// stores the lower byte of what it knows for a float as that float made an integer.
struct f16 {
    u16 bits;

    f16() = default;
    __device__ __forceinline__ explicit f16(float x) { asm("{.reg .b16 h; cvt.rn.f16.f32 h, %1; mov.b16 %0, h;}" : "=h"(bits) : "f"(x)); }
    __device__ __forceinline__ explicit f16(double x) { asm("{.reg .b16 h; cvt.rn.f16.f64 h, %1; mov.b16 %0, h;}" : "=h"(bits) : "d"(x)); }
    __device__ __forceinline__ explicit operator float() const {
        float x;
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
        return x;
    }
};

__device__ __forceinline__ f16 operator+(f16 a, f16 b) { return f16((float)a + (float)b); }
__device__ __forceinline__ f16 operator-(f16 a, f16 b) { return f16((float)a - (float)b); }
__device__ __forceinline__ f16 operator*(f16 a, f16 b) { return f16((float)a * (float)b); }
__device__ __forceinline__ f16 operator/(f16 a, f16 b) { return f16((float)a / (float)b); }
__device__ __forceinline__ bool operator==(f16 a, f16 b) { return (float)a == (float)b; }
__device__ __forceinline__ bool operator!=(f16 a, f16 b) { return (float)a != (float)b; }
__device__ __forceinline__ bool operator<(f16 a, f16 b) { return (float)a < (float)b; }
__device__ __forceinline__ bool operator<=(f16 a, f16 b) { return (float)a <= (float)b; }
__device__ __forceinline__ bool operator>(f16 a, f16 b) { return (float)a > (float)b; }
__device__ __forceinline__ bool operator>=(f16 a, f16 b) { return (float)a >= (float)b; }
__device__ __forceinline__ f16 operator-(f16 a) {
    a.bits ^= 0x8000;
    return a;
}


template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: int_max.1a21aab5 int_min.8439cc99 move_16.def5b418 store_16.d38ece70 saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(32, 1) picked(
    f16 pad,
    const i32* __restrict__ rows, usize rows_len,
    usize rows_extent_0,
    usize rows_stride_0,
    const f16* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    f16* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_stride_0,
    usize y_stride_1,
    f16* __restrict__ z, usize z_len,
    usize z_extent_0,
    usize z_extent_1,
    usize z_stride_0,
    usize z_stride_1
) {
    __shared__ array<i32, 8> exchange;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread & 1;
    const usize thread_start = thread_part * 4;
    const usize thread_part_1 = thread >> 1;
    const usize thread_part_2 = thread >> 2;
    const usize thread_start_1 = thread_part * 8;
    const usize thread_part_3 = thread >> 1 & 1;
    const usize i = (usize)blockIdx.x;
    const usize j = (usize)blockIdx.y;
    __align__(16) array<i32, 4> rows_1;
    const usize rows_column = kiln::int_min(i, rows_extent_0) * 8;
    const usize rows_columns = kiln::saturating_sub_u64(rows_extent_0, rows_column);
    #pragma unroll
    for (usize k = 0; k < 4; ++k) {
        rows_1[k] = 0;
    }
    if (thread_start < rows_columns) {
        kiln::move_16(rows_1[0], rows[rows_column + thread_start]);
    }
    __align__(16) array<f16, 8> x_tile;
    i32 exchanged;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        if (thread_part_1 < 1) {
            exchange[thread_start + i_1] = rows_1[i_1];
        }
    }
    __syncthreads();
    exchanged = exchange[thread_part_2];
    const usize x_column = kiln::int_min(j, x_extent_1) * 16;
    const usize x_columns = kiln::saturating_sub_u64(x_extent_1, x_column);
    #pragma unroll
    for (usize k = 0; k < 8; ++k) {
        x_tile[k] = f16(0.0f);
    }
    if ((usize)exchanged < x_extent_0 && thread_start_1 < x_columns) {
        kiln::move_16(x_tile[0], x[x_column + thread_start_1 + (usize)exchanged * x_stride_0]);
    }
    const usize y_row = kiln::int_min(i, y_extent_0) * 8;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const usize y_column = kiln::int_min(j, y_extent_1) * 16;
    const usize y_columns = kiln::saturating_sub_u64(y_extent_1, y_column);
    const usize y_start = y_row * y_stride_0 + y_column;
    if (thread_part_3 < 1 && thread_part_2 < y_rows && thread_start_1 < y_columns) {
        kiln::store_16(y[y_start + thread_part_2 * y_stride_0 + thread_start_1], x_tile[0]);
    }
    array<i32, 4> tile;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        tile[r] = (i32)(rows_1[r] - 1u);
    }
    __align__(16) array<f16, 8> x_tile_1;
    i32 exchanged_1;
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        if (thread_part_1 < 1) {
            exchange[thread_start + i_1] = tile[i_1];
        }
    }
    __syncthreads();
    exchanged_1 = exchange[thread_part_2];
    const usize x_column_1 = kiln::int_min(j, x_extent_1) * 16;
    const usize x_columns_1 = kiln::saturating_sub_u64(x_extent_1, x_column_1);
    #pragma unroll
    for (usize k = 0; k < 8; ++k) {
        x_tile_1[k] = pad;
    }
    if ((usize)exchanged_1 < x_extent_0 && thread_start_1 < x_columns_1) {
        kiln::move_16(x_tile_1[0], x[x_column_1 + thread_start_1 + (usize)exchanged_1 * x_stride_0]);
    }
    const usize z_row = kiln::int_min(i, z_extent_0) * 8;
    const usize z_rows = kiln::saturating_sub_u64(z_extent_0, z_row);
    const usize z_column = kiln::int_min(j, z_extent_1) * 16;
    const usize z_columns = kiln::saturating_sub_u64(z_extent_1, z_column);
    const usize z_start = z_row * z_stride_0 + z_column;
    if (thread_part_3 < 1 && thread_part_2 < z_rows && thread_start_1 < z_columns) {
        kiln::store_16(z[z_start + thread_part_2 * z_stride_0 + thread_start_1], x_tile_1[0]);
    }
}
