// registers only
typedef int i32;
typedef unsigned short u16;
typedef unsigned int u32;
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

extern "C" __global__ void __launch_bounds__(128, 1) shapes(
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
    __shared__ __align__(16) array<f16, 2112> exchange;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 2;
    const usize thread_part_1 = thread & 3;
    const usize thread_start = thread_part_1 * 8;
    const usize thread_part_2 = thread >> 3;
    const usize thread_part_3 = thread & 7;
    const usize thread_start_1 = thread_part_3 * 8;
    const usize thread_part_4 = thread >> 4;
    const usize thread_part_5 = thread & 15;
    const usize thread_start_2 = thread_part_5 * 8;
    const usize i = (usize)blockIdx.x;
    const usize j = (usize)blockIdx.y;
    __align__(16) array<f16, 16> v;
    const usize x_row = kiln::int_min(i, x_extent_0) * 64;
    const usize x_rows = kiln::saturating_sub_u64(x_extent_0, x_row);
    const u32 left = (u32)kiln::saturating_sub_u64(x_rows, thread_part);
    const usize x_column = kiln::int_min(j, x_extent_1) * 32;
    const usize x_columns = kiln::saturating_sub_u64(x_extent_1, x_column);
    const u32 left_1 = (u32)kiln::saturating_sub_u64(x_columns, thread_start);
    const usize x_start = x_row * x_stride_0 + x_column;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        #pragma unroll
        for (usize k = 0; k < 8; ++k) {
            v[i_1 * 8 + k] = f16(0.0f);
        }
        if ((u32)(i_1 * 32) < left && 0 < left_1) {
            kiln::move_16(v[i_1 * 8], x[x_start + thread_part * x_stride_0 + thread_start + i_1 * 32 * x_stride_0]);
        }
    }
    __align__(16) array<f16, 16> v_transposed;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 8; ++j_1) {
            exchange[(thread_part + i_1 * 32) * 33 + thread_start + j_1] = v[i_1 * 8 + j_1];
        }
    }
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 8; ++j_1) {
            v_transposed[i_1 * 8 + j_1] = exchange[(thread_start_1 + j_1) * 33 + thread_part_2 + i_1 * 16];
        }
    }
    const usize y_row = kiln::int_min(j, y_extent_0) * 32;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const u32 left_2 = (u32)kiln::saturating_sub_u64(y_rows, thread_part_2);
    const usize y_column = kiln::int_min(i, y_extent_1) * 64;
    const usize y_columns = kiln::saturating_sub_u64(y_extent_1, y_column);
    const u32 left_3 = (u32)kiln::saturating_sub_u64(y_columns, thread_start_1);
    const usize y_start = y_row * y_stride_0 + y_column;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        if ((u32)(i_1 * 16) < left_2 && 0 < left_3) {
            kiln::store_16(y[y_start + thread_part_2 * y_stride_0 + thread_start_1 + i_1 * 16 * y_stride_0], v_transposed[i_1 * 8]);
        }
    }
    __align__(16) array<f16, 16> v_1;
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        kiln::move_16(exchange[(thread_part + i_1 * 32) * 32 + thread_start], v[i_1 * 8]);
    }
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        kiln::move_16(v_1[i_1 * 8], exchange[(thread_part_4 + i_1 * 8) * 128 + thread_start_2]);
    }
    const usize z_row = kiln::int_min(i, z_extent_0) * 16;
    const usize z_rows = kiln::saturating_sub_u64(z_extent_0, z_row);
    const u32 left_4 = (u32)kiln::saturating_sub_u64(z_rows, thread_part_4);
    const usize z_column = kiln::int_min(j, z_extent_1) * 128;
    const usize z_columns = kiln::saturating_sub_u64(z_extent_1, z_column);
    const u32 left_5 = (u32)kiln::saturating_sub_u64(z_columns, thread_start_2);
    const usize z_start = z_row * z_stride_0 + z_column;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        if ((u32)(i_1 * 8) < left_4 && 0 < left_5) {
            kiln::store_16(z[z_start + thread_part_4 * z_stride_0 + thread_start_2 + i_1 * 8 * z_stride_0], v_1[i_1 * 8]);
        }
    }
}
