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

// prelude: int_max.1a21aab5 int_min.8439cc99 saturating_sub_u64.bf257835

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
    __shared__ array<f16, 2112> exchange;
    const usize thread = (usize)threadIdx.x;
    const usize warp = thread >> 5;
    const usize lane = thread & 31;
    const usize i = (usize)blockIdx.x;
    const usize j = (usize)blockIdx.y;
    array<f16, 16> v;
    const usize x_row = kiln::int_min(i, x_extent_0) * 64;
    const usize x_rows = kiln::saturating_sub_u64(x_extent_0, x_row);
    const usize x_column = kiln::int_min(j, x_extent_1) * 32;
    const usize x_columns = kiln::saturating_sub_u64(x_extent_1, x_column);
    const usize x_start = x_row * x_stride_0 + x_column * x_stride_1;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 16; ++i_1) {
        v[i_1] = warp + i_1 * 4 < x_rows && lane < x_columns ? x[x_start + warp * x_stride_0 + lane * x_stride_1 + i_1 * 4 * x_stride_0] : f16(0.0f);
    }
    array<f16, 16> v_transposed;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 16; ++i_1) {
        exchange[(warp + i_1 * 4) * 33 + lane] = v[i_1];
    }
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 8; ++i_1) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 2; ++j_1) {
            v_transposed[i_1 * 2 + j_1] = exchange[(lane + j_1 * 32) * 33 + warp + i_1 * 4];
        }
    }
    const usize y_row = kiln::int_min(j, y_extent_0) * 32;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const usize y_column = kiln::int_min(i, y_extent_1) * 64;
    const usize y_columns = kiln::saturating_sub_u64(y_extent_1, y_column);
    const usize y_start = y_row * y_stride_0 + y_column * y_stride_1;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 8; ++i_1) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 2; ++j_1) {
            if (warp + i_1 * 4 < y_rows && lane + j_1 * 32 < y_columns) {
                y[y_start + warp * y_stride_0 + lane * y_stride_1 + i_1 * 4 * y_stride_0 + j_1 * 32 * y_stride_1] = v_transposed[i_1 * 2 + j_1];
            }
        }
    }
    array<f16, 16> v_1;
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 16; ++i_1) {
        exchange[(warp + i_1 * 4) * 32 + lane] = v[i_1];
    }
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 4; ++j_1) {
            v_1[i_1 * 4 + j_1] = exchange[(warp + i_1 * 4) * 128 + lane + j_1 * 32];
        }
    }
    const usize z_row = kiln::int_min(i, z_extent_0) * 16;
    const usize z_rows = kiln::saturating_sub_u64(z_extent_0, z_row);
    const usize z_column = kiln::int_min(j, z_extent_1) * 128;
    const usize z_columns = kiln::saturating_sub_u64(z_extent_1, z_column);
    const usize z_start = z_row * z_stride_0 + z_column * z_stride_1;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        #pragma unroll
        for (usize j_1 = 0; j_1 < 4; ++j_1) {
            if (warp + i_1 * 4 < z_rows && lane + j_1 * 32 < z_columns) {
                z[z_start + warp * z_stride_0 + lane * z_stride_1 + i_1 * 4 * z_stride_0 + j_1 * 32 * z_stride_1] = v_1[i_1 * 4 + j_1];
            }
        }
    }
}
