typedef int i32;
typedef unsigned char u8;
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

// prelude: int_max.1a21aab5 int_min.8439cc99 unsigned_by_size.3ee267ca lane_xor.0e2ead84 move_8.e96dfb16
//   saturating_sub_u64.bf257835 div_ceil_u64.4268445c

extern "C" __global__ void __launch_bounds__(128, 1) attention(
    const bf16* __restrict__ q, usize q_len,
    usize q_extent_0,
    usize q_extent_1,
    usize q_stride_0,
    usize q_stride_1,
    const bf16* __restrict__ k, usize k_len,
    usize k_extent_0,
    usize k_extent_1,
    usize k_stride_0,
    usize k_stride_1,
    const bf16* __restrict__ v, usize v_len,
    usize v_extent_0,
    usize v_extent_1,
    usize v_stride_0,
    usize v_stride_1,
    bf16* __restrict__ o, usize o_len,
    usize o_extent_0,
    usize o_extent_1,
    usize o_stride_0,
    usize o_stride_1,
    float scale
) {
    __shared__ __align__(16) array<bf16, 4608> qt;
    __shared__ __align__(16) array<bf16, 2304> k_tile;
    __shared__ __align__(16) array<bf16, 2304> v_tile;
    __shared__ __align__(16) array<bf16, 2560> left;
    const usize thread = (usize)threadIdx.x;
    const usize warp = thread >> 5;
    const usize lane = thread & 31;
    const usize thread_part = thread >> 3 & 3;
    const usize thread_start = thread_part * 4;
    const usize thread_start_1 = warp * 16;
    const usize thread_part_1 = thread & 7;
    const usize thread_start_2 = thread_part_1 * 4;
    const usize i = (usize)blockIdx.x;
    const usize q_row = kiln::int_min(i, q_extent_0) * 64;
    const usize q_rows = kiln::saturating_sub_u64(q_extent_0, q_row);
    const usize q_start = q_row * q_stride_0;
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        #pragma unroll
        for (usize i_2 = 0; i_2 < 8; ++i_2) {
            #pragma unroll
            for (usize j = 0; j < 2; ++j) {
                qt[(warp + (i_1 * 8 + i_2) * 4) * 72 + lane + j * 32] = warp + (i_1 * 8 + i_2) * 4 < q_rows && lane + j * 32 < q_extent_1 ? q[q_start + warp * q_stride_0 + lane * q_stride_1 + (i_1 * 8 + i_2) * 4 * q_stride_0 + j * 32 * q_stride_1] : bf16(0.0f);
            }
        }
    }
    array<float, 4> most;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        most[r] = __uint_as_float(0xff800000u);
    }
    array<float, 4> sum;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        sum[r] = 0.0f;
    }
    array<float, 32> acc;
    #pragma unroll
    for (usize r = 0; r < 32; ++r) {
        acc[r] = 0.0f;
    }
    for (usize j = 0, j_end = kiln::div_ceil_u64(k_extent_0, 32ull); j < j_end; ++j) {
        const usize k_row = kiln::int_min(j, k_extent_0) * 32;
        const usize k_rows = kiln::saturating_sub_u64(k_extent_0, k_row);
        const usize k_start = k_row * k_stride_0;
        #pragma unroll
        for (usize i_1 = 0; i_1 < 8; ++i_1) {
            #pragma unroll
            for (usize j_1 = 0; j_1 < 2; ++j_1) {
                k_tile[(warp + i_1 * 4) * 72 + lane + j_1 * 32] = warp + i_1 * 4 < k_rows && lane + j_1 * 32 < k_extent_1 ? k[k_start + warp * k_stride_0 + lane * k_stride_1 + i_1 * 4 * k_stride_0 + j_1 * 32 * k_stride_1] : bf16(0.0f);
            }
        }
        array<float, 16> product;
        #pragma unroll
        for (usize i_1 = 0; i_1 < 4; ++i_1) {
            #pragma unroll
            for (usize j_1 = 0; j_1 < 4; ++j_1) {
                product[i_1 * 4 + j_1] = 0.0f;
            }
        }
        __align__(16) array<bf16, 16> row_part;
        __align__(16) array<bf16, 16> column_part;
        __syncthreads();
        for (usize k_1 = 0; k_1 < 16; ++k_1) {
            #pragma unroll
            for (usize j_1 = 0; j_1 < 4; ++j_1) {
                kiln::move_8(row_part[j_1 * 4], qt[(thread_start + thread_start_1 + j_1) * 72 + k_1 * 4]);
            }
            #pragma unroll
            for (usize j_1 = 0; j_1 < 4; ++j_1) {
                kiln::move_8(column_part[j_1 * 4], k_tile[(thread_start_2 + j_1) * 72 + k_1 * 4]);
            }
            #pragma unroll
            for (usize step = 0; step < 4; ++step) {
                #pragma unroll
                for (usize i_1 = 0; i_1 < 4; ++i_1) {
                    #pragma unroll
                    for (usize j_1 = 0; j_1 < 4; ++j_1) {
                        product[i_1 * 4 + j_1] = fmaf((float)row_part[i_1 * 4 + step], (float)column_part[j_1 * 4 + step], product[i_1 * 4 + j_1]);
                    }
                }
            }
        }
        array<float, 16> s;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            s[r] = product[r] * scale;
        }
        array<float, 4> greatest;
        #pragma unroll
        for (usize i_1 = 0; i_1 < 4; ++i_1) {
            greatest[i_1] = __uint_as_float(0x7fc00000u);
            #pragma unroll
            for (usize j_1 = 0; j_1 < 4; ++j_1) {
                greatest[i_1] = fmaxf(greatest[i_1], s[i_1 * 4 + j_1]);
            }
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            const float other = kiln::lane_xor(greatest[r], 4u);
            greatest[r] = fmaxf(greatest[r], other);
            const float other_1 = kiln::lane_xor(greatest[r], 2u);
            greatest[r] = fmaxf(greatest[r], other_1);
            const float other_2 = kiln::lane_xor(greatest[r], 1u);
            greatest[r] = fmaxf(greatest[r], other_2);
        }
        array<float, 4> now;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            now[r] = fmaxf(most[r], greatest[r]);
        }
        array<float, 16> p;
        #pragma unroll
        for (usize i_1 = 0; i_1 < 4; ++i_1) {
            #pragma unroll
            for (usize j_1 = 0; j_1 < 4; ++j_1) {
                p[i_1 * 4 + j_1] = exp2f(s[i_1 * 4 + j_1] - now[i_1]);
            }
        }
        array<float, 4> fade;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            fade[r] = exp2f(most[r] - now[r]);
        }
        array<float, 4> sum_1;
        #pragma unroll
        for (usize i_1 = 0; i_1 < 4; ++i_1) {
            sum_1[i_1] = -0.0f;
            #pragma unroll
            for (usize j_1 = 0; j_1 < 4; ++j_1) {
                sum_1[i_1] = sum_1[i_1] + p[i_1 * 4 + j_1];
            }
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            const float other = kiln::lane_xor(sum_1[r], 4u);
            sum_1[r] = sum_1[r] + other;
            const float other_1 = kiln::lane_xor(sum_1[r], 2u);
            sum_1[r] = sum_1[r] + other_1;
            const float other_2 = kiln::lane_xor(sum_1[r], 1u);
            sum_1[r] = sum_1[r] + other_2;
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            sum[r] = sum[r] * fade[r] + sum_1[r];
        }
        __align__(16) array<bf16, 16> tile;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            tile[r] = bf16(p[r]);
        }
        const usize v_row = kiln::int_min(j, v_extent_0) * 32;
        const usize v_rows = kiln::saturating_sub_u64(v_extent_0, v_row);
        const usize v_start = v_row * v_stride_0;
        #pragma unroll
        for (usize i_1 = 0; i_1 < 8; ++i_1) {
            #pragma unroll
            for (usize j_1 = 0; j_1 < 2; ++j_1) {
                v_tile[(warp + i_1 * 4) * 72 + lane + j_1 * 32] = warp + i_1 * 4 < v_rows && lane + j_1 * 32 < v_extent_1 ? v[v_start + warp * v_stride_0 + lane * v_stride_1 + i_1 * 4 * v_stride_0 + j_1 * 32 * v_stride_1] : bf16(0.0f);
            }
        }
        array<float, 32> tile_1;
        #pragma unroll
        for (usize i_1 = 0; i_1 < 4; ++i_1) {
            #pragma unroll
            for (usize j_1 = 0; j_1 < 2; ++j_1) {
                #pragma unroll
                for (usize j_2 = 0; j_2 < 4; ++j_2) {
                    tile_1[i_1 * 8 + j_1 * 4 + j_2] = acc[i_1 * 8 + j_1 * 4 + j_2] * fade[i_1];
                }
            }
        }
        #pragma unroll
        for (usize i_1 = 0; i_1 < 4; ++i_1) {
            kiln::move_8(left[(thread_start + thread_start_1 + i_1) * 40 + thread_start_2], tile[i_1 * 4]);
        }
        #pragma unroll
        for (usize i_1 = 0; i_1 < 4; ++i_1) {
            #pragma unroll
            for (usize j_1 = 0; j_1 < 2; ++j_1) {
                #pragma unroll
                for (usize j_2 = 0; j_2 < 4; ++j_2) {
                    acc[i_1 * 8 + j_1 * 4 + j_2] = tile_1[i_1 * 8 + j_1 * 4 + j_2];
                }
            }
        }
        __align__(16) array<bf16, 16> row_part_1;
        __align__(16) array<bf16, 32> column_part_1;
        __syncthreads();
        for (usize k_1 = 0; k_1 < 8; ++k_1) {
            #pragma unroll
            for (usize j_1 = 0; j_1 < 4; ++j_1) {
                kiln::move_8(row_part_1[j_1 * 4], left[(thread_start + thread_start_1 + j_1) * 40 + k_1 * 4]);
            }
            #pragma unroll
            for (usize step = 0; step < 4; ++step) {
                #pragma unroll
                for (usize j_1 = 0; j_1 < 2; ++j_1) {
                    kiln::move_8(column_part_1[step * 8 + j_1 * 4], v_tile[(k_1 * 4 + step) * 72 + thread_start_2 + j_1 * 32]);
                }
            }
            #pragma unroll
            for (usize step = 0; step < 4; ++step) {
                #pragma unroll
                for (usize i_1 = 0; i_1 < 4; ++i_1) {
                    #pragma unroll
                    for (usize j_1 = 0; j_1 < 2; ++j_1) {
                        #pragma unroll
                        for (usize j_2 = 0; j_2 < 4; ++j_2) {
                            acc[i_1 * 8 + j_1 * 4 + j_2] = fmaf((float)row_part_1[i_1 * 4 + step], (float)column_part_1[step * 8 + j_2 + j_1 * 4], acc[i_1 * 8 + j_1 * 4 + j_2]);
                        }
                    }
                }
            }
        }
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            most[r] = now[r];
        }
    }
    array<bf16, 32> tile;
    const usize o_row = kiln::int_min(i, o_extent_0) * 64;
    const usize o_rows = kiln::saturating_sub_u64(o_extent_0, o_row);
    const usize o_start = o_row * o_stride_0;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            #pragma unroll
            for (usize k_1 = 0; k_1 < 4; ++k_1) {
                tile[i_1 * 8 + j * 4 + k_1] = bf16(acc[i_1 * 8 + j * 4 + k_1] / sum[i_1]);
            }
            #pragma unroll
            for (usize k_1 = 0; k_1 < 4; ++k_1) {
                if (thread_start + thread_start_1 + i_1 < o_rows && thread_start_2 + j * 32 + k_1 < o_extent_1) {
                    o[o_start + (thread_start + thread_start_1) * o_stride_0 + thread_start_2 * o_stride_1 + i_1 * o_stride_0 + (j * 32 + k_1) * o_stride_1] = tile[i_1 * 8 + j * 4 + k_1];
                }
            }
        }
    }
}
