typedef int i32;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// The upper half of a float in memory; it computes as a float and is rounded once. The bits are moved once more, as those of f16.
struct bf16 {
    u16 bits;

    bf16() = default;
    __device__ __forceinline__ explicit bf16(float x) {
#if __CUDA_ARCH__ >= 800
        asm("{.reg .b16 h; cvt.rn.bf16.f32 h, %1; mov.b16 %0, h;}" : "=h"(bits) : "f"(x));
#else
        const u32 u = __float_as_uint(x);
        bits = (u16)(x == x ? (u + 0x7fff + (u >> 16 & 1)) >> 16 : u >> 16 | 0x40);
#endif
    }
    // Rounding to odd first keeps the second rounding exact.
    __device__ __forceinline__ explicit bf16(double x) {
        const float odd = __double2float_rz(x);
        *this = bf16((double)odd == x ? odd : __uint_as_float(__float_as_uint(odd) | 1));
    }
    __device__ __forceinline__ explicit operator float() const { return __uint_as_float((u32)bits << 16); }
};

__device__ __forceinline__ bf16 operator+(bf16 a, bf16 b) { return bf16((float)a + (float)b); }
__device__ __forceinline__ bf16 operator-(bf16 a, bf16 b) { return bf16((float)a - (float)b); }
__device__ __forceinline__ bf16 operator*(bf16 a, bf16 b) { return bf16((float)a * (float)b); }
__device__ __forceinline__ bf16 operator/(bf16 a, bf16 b) { return bf16((float)a / (float)b); }
__device__ __forceinline__ bool operator==(bf16 a, bf16 b) { return (float)a == (float)b; }
__device__ __forceinline__ bool operator!=(bf16 a, bf16 b) { return (float)a != (float)b; }
__device__ __forceinline__ bool operator<(bf16 a, bf16 b) { return (float)a < (float)b; }
__device__ __forceinline__ bool operator<=(bf16 a, bf16 b) { return (float)a <= (float)b; }
__device__ __forceinline__ bool operator>(bf16 a, bf16 b) { return (float)a > (float)b; }
__device__ __forceinline__ bool operator>=(bf16 a, bf16 b) { return (float)a >= (float)b; }
__device__ __forceinline__ bf16 operator-(bf16 a) {
    a.bits ^= 0x8000;
    return a;
}


template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: int_max.1a21aab5 int_min.8439cc99 move_8.e96dfb16 div_ceil_u64.4268445c saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(256, 1) matmul(
    const bf16* __restrict__ a, usize a_len,
    usize a_extent_0,
    usize a_extent_1,
    usize a_stride_0,
    usize a_stride_1,
    const bf16* __restrict__ b, usize b_len,
    usize b_extent_0,
    usize b_extent_1,
    usize b_stride_0,
    usize b_stride_1,
    bf16* __restrict__ c, usize c_len,
    usize c_extent_0,
    usize c_extent_1,
    usize c_stride_0,
    usize c_stride_1
) {
    __shared__ __align__(16) array<bf16, 9216> a_tile;
    __shared__ __align__(16) array<bf16, 8704> b_tile;
    const usize thread = (usize)threadIdx.x;
    const usize warp = thread >> 5;
    const usize lane = thread & 31;
    const usize thread_part = thread >> 3 & 3;
    const usize thread_start = thread_part * 4;
    const usize thread_part_1 = thread >> 6;
    const usize thread_start_1 = thread_part_1 * 16;
    const usize thread_part_2 = thread & 7;
    const usize thread_start_2 = thread_part_2 * 4;
    const usize thread_part_3 = thread >> 5 & 1;
    const usize thread_start_3 = thread_part_3 * 32;
    usize tile_0 = (usize)blockIdx.x;
    usize tile_1 = (usize)blockIdx.y;
    if ((usize)gridDim.x * (usize)gridDim.y - 257 < 268435198) {
        const usize number = (usize)blockIdx.y * (usize)gridDim.x + (usize)blockIdx.x;
        const usize group = (usize)((u32)number / kiln::int_max((u32)((usize)gridDim.y * 16), 1u));
        const usize within = number - group * ((usize)gridDim.y * 16);
        const usize first = group * 16;
        const usize height = (usize)gridDim.x - first < 16 ? (usize)gridDim.x - first : 16;
        tile_1 = (usize)((u32)within / kiln::int_max((u32)height, 1u));
        tile_0 = first + (within - tile_1 * height);
    }
    const usize m = tile_0;
    const usize n = tile_1;
    array<float, 64> acc;
    #pragma unroll
    for (usize r = 0; r < 64; ++r) {
        acc[r] = 0.0f;
    }
    for (usize k = 0, k_end = kiln::div_ceil_u64(a_extent_1, 64ull); k < k_end; ++k) {
        const usize a_row = kiln::int_min(m, a_extent_0) * 128;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_column = kiln::int_min(k, a_extent_1) * 64;
        const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
        const usize a_start = a_row * a_stride_0 + a_column * a_stride_1;
        __syncthreads();
        for (usize i = 0; i < 2; ++i) {
            #pragma unroll
            for (usize i_1 = 0; i_1 < 8; ++i_1) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    a_tile[(warp + (i * 8 + i_1) * 8) * 72 + lane + j * 32] = warp + (i * 8 + i_1) * 8 < a_rows && lane + j * 32 < a_columns ? a[a_start + warp * a_stride_0 + lane * a_stride_1 + (i * 8 + i_1) * 8 * a_stride_0 + j * 32 * a_stride_1] : bf16(0.0f);
                }
            }
        }
        const usize b_row = kiln::int_min(k, b_extent_0) * 64;
        const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
        const usize b_column = kiln::int_min(n, b_extent_1) * 128;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        const usize b_start = b_row * b_stride_0 + b_column * b_stride_1;
        for (usize i = 0; i < 2; ++i) {
            #pragma unroll
            for (usize i_1 = 0; i_1 < 4; ++i_1) {
                #pragma unroll
                for (usize j = 0; j < 4; ++j) {
                    b_tile[(warp + (i * 4 + i_1) * 8) * 136 + lane + j * 32] = warp + (i * 4 + i_1) * 8 < b_rows && lane + j * 32 < b_columns ? b[b_start + warp * b_stride_0 + lane * b_stride_1 + (i * 4 + i_1) * 8 * b_stride_0 + j * 32 * b_stride_1] : bf16(0.0f);
                }
            }
        }
        __align__(16) array<bf16, 32> row_part;
        __align__(16) array<bf16, 32> column_part;
        __syncthreads();
        for (usize k_1 = 0; k_1 < 16; ++k_1) {
            #pragma unroll
            for (usize j = 0; j < 2; ++j) {
                #pragma unroll
                for (usize j_1 = 0; j_1 < 4; ++j_1) {
                    kiln::move_8(row_part[(j * 4 + j_1) * 4], a_tile[(thread_start + thread_start_1 + j * 64 + j_1) * 72 + k_1 * 4]);
                }
            }
            #pragma unroll
            for (usize step = 0; step < 4; ++step) {
                #pragma unroll
                for (usize j = 0; j < 2; ++j) {
                    kiln::move_8(column_part[step * 8 + j * 4], b_tile[(k_1 * 4 + step) * 136 + thread_start_2 + thread_start_3 + j * 64]);
                }
            }
            #pragma unroll
            for (usize step = 0; step < 4; ++step) {
                #pragma unroll
                for (usize i = 0; i < 2; ++i) {
                    #pragma unroll
                    for (usize i_1 = 0; i_1 < 4; ++i_1) {
                        #pragma unroll
                        for (usize j = 0; j < 2; ++j) {
                            #pragma unroll
                            for (usize j_1 = 0; j_1 < 4; ++j_1) {
                                acc[i * 32 + i_1 * 8 + j * 4 + j_1] = fmaf((float)row_part[(i_1 + i * 4) * 4 + step], (float)column_part[step * 8 + j_1 + j * 4], acc[i * 32 + i_1 * 8 + j * 4 + j_1]);
                            }
                        }
                    }
                }
            }
        }
    }
    array<bf16, 64> tile;
    const usize c_row = kiln::int_min(m, c_extent_0) * 128;
    const usize c_rows = kiln::saturating_sub_u64(c_extent_0, c_row);
    const usize c_column = kiln::int_min(n, c_extent_1) * 128;
    const usize c_columns = kiln::saturating_sub_u64(c_extent_1, c_column);
    const usize c_start = c_row * c_stride_0 + c_column * c_stride_1;
    #pragma unroll
    for (usize i = 0; i < 2; ++i) {
        #pragma unroll
        for (usize i_1 = 0; i_1 < 4; ++i_1) {
            #pragma unroll
            for (usize j = 0; j < 2; ++j) {
                #pragma unroll
                for (usize k = 0; k < 4; ++k) {
                    tile[i * 32 + i_1 * 8 + j * 4 + k] = bf16(acc[i * 32 + i_1 * 8 + j * 4 + k]);
                }
                #pragma unroll
                for (usize k = 0; k < 4; ++k) {
                    if (thread_start + thread_start_1 + i * 64 + i_1 < c_rows && thread_start_2 + thread_start_3 + j * 64 + k < c_columns) {
                        c[c_start + (thread_start + thread_start_1) * c_stride_0 + (thread_start_2 + thread_start_3) * c_stride_1 + (i * 64 + i_1) * c_stride_0 + (j * 64 + k) * c_stride_1] = tile[i * 32 + i_1 * 8 + j * 4 + k];
                    }
                }
            }
        }
    }
}
