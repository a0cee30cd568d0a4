// only: sm_90
// registers only
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

// prelude: int_max.1a21aab5 int_min.8439cc99 unsigned_by_size.3ee267ca lane_xor.0e2ead84 shared_address.62766488
//   mbarrier_expect.05ec983d mbarrier_init.40257f98 mbarrier_pass.e45d2d63 move_16.def5b418 move_4.7d00b3c3
//   pinned.b3e485d0 store_16.d38ece70 wgmma_factor.7c548dc1 __align__.0125cfd5 saturating_sub_u64.bf257835
//   div_ceil_u64.4268445c tensor_load_2.af72e735 wgmma_bf16_32kk_new.76538018 wgmma_bf16_32kk.79127753
//   wgmma_finish_32.42c19ae5 wgmma_bf16_64rm.79106c0c wgmma_finish_64.302fb7ca

extern "C" __global__ void __launch_bounds__(128, 2) attention(
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
    float scale,
    const __grid_constant__ kiln::tensor_maps tensor_maps
) {
    extern __shared__ __align__(1024) u8 shared_memory[];
    array<bf16, 4096>& qt = *(array<bf16, 4096>*)(shared_memory + 0);
    array<bf16, 8192>& k_tile = *(array<bf16, 8192>*)(shared_memory + 8192);
    array<bf16, 8192>& v_tile = *(array<bf16, 8192>*)(shared_memory + 24576);
    array<u64, 4>& full = *(array<u64, 4>*)(shared_memory + 40960);
    array<bf16, 4608>& panels = *(array<bf16, 4608>*)(shared_memory + 40992);
    if (kiln::pinned((usize)threadIdx.x) < 1) {
        kiln::mbarrier_init(full[0], 1u);
        kiln::mbarrier_init(full[1], 1u);
        kiln::mbarrier_init(full[2], 1u);
        kiln::mbarrier_init(full[3], 1u);
    }
    __syncthreads();
    usize reading = 0;
    usize phase = 0;
    const usize thread = kiln::pinned((usize)threadIdx.x);
    const usize thread_part = kiln::pinned(thread >> 3);
    const usize thread_part_1 = kiln::pinned(thread & 7);
    const usize thread_start = thread_part_1 * 8;
    const usize warp = kiln::pinned(thread >> 5);
    const usize thread_start_1 = warp * 1152;
    const usize thread_part_2 = kiln::pinned(thread >> 2 & 7);
    const usize thread_part_3 = kiln::pinned(thread & 3);
    const usize thread_start_2 = thread_part_3 * 2;
    const usize thread_part_4 = kiln::pinned(thread >> 3 & 3);
    const usize thread_start_3 = warp * 16;
    const usize i = kiln::pinned((usize)blockIdx.x);
    const usize q_row = kiln::int_min(i, q_extent_0) * 64;
    const usize q_rows = kiln::saturating_sub_u64(q_extent_0, q_row);
    const usize q_start = q_row * q_stride_0;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        __align__(16) array<bf16, 8> chunk;
        #pragma unroll
        for (usize k_1 = 0; k_1 < 8; ++k_1) {
            chunk[k_1] = bf16(0.0f);
        }
        if (thread_part + i_1 * 16 < q_rows && thread_start < q_extent_1) {
            kiln::move_16(chunk[0], q[q_start + thread_part * q_stride_0 + thread_start + i_1 * 16 * q_stride_0]);
        }
        kiln::move_16(qt[(thread_start >> 6) * 4096 + (thread_part + i_1 * 16) * 64 + (thread_start & 63 ^ (thread_part + i_1 * 16 & 7ull) * 8)], chunk[0]);
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    array<float, 2> most;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        most[r] = __uint_as_float(0xff800000u);
    }
    array<float, 2> sum;
    #pragma unroll
    for (usize r = 0; r < 2; ++r) {
        sum[r] = 0.0f;
    }
    __align__(16) array<float, 32> acc;
    #pragma unroll
    for (usize r = 0; r < 32; ++r) {
        acc[r] = 0.0f;
    }
    const usize last = kiln::div_ceil_u64(k_extent_0, 32ull);
    const usize left = kiln::saturating_sub_u64(last, 0ull);
    if (0 < left) {
        if (thread < 1) {
            kiln::mbarrier_expect(full[0], 8192u);
            kiln::tensor_load_2(k_tile[0], tensor_maps.of[0], full[0], (u32)0ull, (u32)0ull);
            kiln::tensor_load_2(v_tile[0], tensor_maps.of[1], full[0], (u32)0ull, (u32)0ull);
        }
    }
    if (1 < left) {
        const usize ahead = 0ull + 1;
        if (thread < 1) {
            kiln::mbarrier_expect(full[1], 8192u);
            const usize k_at = kiln::int_min(kiln::int_min(ahead, k_extent_0) * 32, k_extent_0);
            kiln::tensor_load_2(k_tile[2048], tensor_maps.of[0], full[1], (u32)0ull, (u32)k_at);
            const usize v_at = kiln::int_min(kiln::int_min(ahead, v_extent_0) * 32, v_extent_0);
            kiln::tensor_load_2(v_tile[2048], tensor_maps.of[1], full[1], (u32)0ull, (u32)v_at);
        }
    }
    if (2 < left) {
        const usize ahead = 0ull + 2;
        if (thread < 1) {
            kiln::mbarrier_expect(full[2], 8192u);
            const usize k_at = kiln::int_min(kiln::int_min(ahead, k_extent_0) * 32, k_extent_0);
            kiln::tensor_load_2(k_tile[4096], tensor_maps.of[0], full[2], (u32)0ull, (u32)k_at);
            const usize v_at = kiln::int_min(kiln::int_min(ahead, v_extent_0) * 32, v_extent_0);
            kiln::tensor_load_2(v_tile[4096], tensor_maps.of[1], full[2], (u32)0ull, (u32)v_at);
        }
    }
    usize writing = 3;
    for (usize j = 0; j < last; ++j) {
        kiln::mbarrier_pass(full[reading], (u32)phase);
        __syncthreads();
        if (3 < last - j) {
            const usize ahead = j + 3;
            if (thread < 1) {
                kiln::mbarrier_expect(full[writing], 8192u);
                const usize stage = writing * 2048;
                const usize k_at = kiln::int_min(kiln::int_min(ahead, k_extent_0) * 32, k_extent_0);
                kiln::tensor_load_2(k_tile[stage], tensor_maps.of[0], full[writing], (u32)0ull, (u32)k_at);
                const usize stage_1 = writing * 2048;
                const usize v_at = kiln::int_min(kiln::int_min(ahead, v_extent_0) * 32, v_extent_0);
                kiln::tensor_load_2(v_tile[stage_1], tensor_maps.of[1], full[writing], (u32)0ull, (u32)v_at);
            }
        }
        const usize stage = reading * 2048;
        const usize stage_1 = reading * 2048;
        __align__(16) array<float, 16> product;
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        kiln::wgmma_bf16_32kk_new(product[0], kiln::wgmma_factor<0x4000004000010000ull>(qt[0]), kiln::wgmma_factor<0x4000004000010000ull>(k_tile[stage]));
        kiln::wgmma_bf16_32kk(product[0], kiln::wgmma_factor<0x4000004000010000ull>(qt[16]), kiln::wgmma_factor<0x4000004000010000ull>(k_tile[stage + 16]));
        kiln::wgmma_bf16_32kk(product[0], kiln::wgmma_factor<0x4000004000010000ull>(qt[32]), kiln::wgmma_factor<0x4000004000010000ull>(k_tile[stage + 32]));
        kiln::wgmma_bf16_32kk(product[0], kiln::wgmma_factor<0x4000004000010000ull>(qt[48]), kiln::wgmma_factor<0x4000004000010000ull>(k_tile[stage + 48]));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        kiln::wgmma_finish_32(product[0]);
        array<float, 16> s;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            s[r] = product[r] * scale;
        }
        array<float, 2> greatest;
        #pragma unroll
        for (usize i_1 = 0; i_1 < 2; ++i_1) {
            greatest[i_1] = __uint_as_float(0x7fc00000u);
            #pragma unroll
            for (usize j_1 = 0; j_1 < 4; ++j_1) {
                #pragma unroll
                for (usize j_2 = 0; j_2 < 2; ++j_2) {
                    greatest[i_1] = fmaxf(greatest[i_1], s[i_1 * 2 + j_1 * 4 + j_2]);
                }
            }
        }
        #pragma unroll
        for (usize r = 0; r < 2; ++r) {
            const float other = kiln::lane_xor(greatest[r], 2u);
            greatest[r] = fmaxf(greatest[r], other);
            const float other_1 = kiln::lane_xor(greatest[r], 1u);
            greatest[r] = fmaxf(greatest[r], other_1);
        }
        array<float, 2> now;
        #pragma unroll
        for (usize r = 0; r < 2; ++r) {
            now[r] = fmaxf(most[r], greatest[r]);
        }
        array<float, 16> p;
        #pragma unroll
        for (usize j_1 = 0; j_1 < 4; ++j_1) {
            #pragma unroll
            for (usize i_1 = 0; i_1 < 2; ++i_1) {
                #pragma unroll
                for (usize j_2 = 0; j_2 < 2; ++j_2) {
                    p[j_1 * 4 + i_1 * 2 + j_2] = exp2f(s[j_1 * 4 + i_1 * 2 + j_2] - now[i_1]);
                }
            }
        }
        array<float, 2> fade;
        #pragma unroll
        for (usize r = 0; r < 2; ++r) {
            fade[r] = exp2f(most[r] - now[r]);
        }
        array<float, 2> sum_1;
        #pragma unroll
        for (usize i_1 = 0; i_1 < 2; ++i_1) {
            sum_1[i_1] = -0.0f;
            #pragma unroll
            for (usize j_1 = 0; j_1 < 4; ++j_1) {
                #pragma unroll
                for (usize j_2 = 0; j_2 < 2; ++j_2) {
                    sum_1[i_1] = sum_1[i_1] + p[i_1 * 2 + j_1 * 4 + j_2];
                }
            }
        }
        #pragma unroll
        for (usize r = 0; r < 2; ++r) {
            const float other = kiln::lane_xor(sum_1[r], 2u);
            sum_1[r] = sum_1[r] + other;
            const float other_1 = kiln::lane_xor(sum_1[r], 1u);
            sum_1[r] = sum_1[r] + other_1;
        }
        #pragma unroll
        for (usize r = 0; r < 2; ++r) {
            sum[r] = sum[r] * fade[r] + sum_1[r];
        }
        array<bf16, 16> tile;
        #pragma unroll
        for (usize r = 0; r < 16; ++r) {
            tile[r] = bf16(p[r]);
        }
        array<float, 32> tile_1;
        #pragma unroll
        for (usize j_1 = 0; j_1 < 8; ++j_1) {
            #pragma unroll
            for (usize i_1 = 0; i_1 < 2; ++i_1) {
                #pragma unroll
                for (usize j_2 = 0; j_2 < 2; ++j_2) {
                    tile_1[j_1 * 4 + i_1 * 2 + j_2] = acc[j_1 * 4 + i_1 * 2 + j_2] * fade[i_1];
                }
            }
        }
        #pragma unroll
        for (usize j_1 = 0; j_1 < 8; ++j_1) {
            #pragma unroll
            for (usize i_1 = 0; i_1 < 2; ++i_1) {
                #pragma unroll
                for (usize j_2 = 0; j_2 < 2; ++j_2) {
                    acc[j_1 * 4 + i_1 * 2 + j_2] = tile_1[j_1 * 4 + i_1 * 2 + j_2];
                }
            }
        }
        __align__(16) array<u32, 8> left_part;
        left_part[0] = (u32)tile[0].bits | (u32)tile[1].bits << 16;
        left_part[1] = (u32)tile[2].bits | (u32)tile[3].bits << 16;
        left_part[2] = (u32)tile[4].bits | (u32)tile[5].bits << 16;
        left_part[3] = (u32)tile[6].bits | (u32)tile[7].bits << 16;
        left_part[4] = (u32)tile[8].bits | (u32)tile[9].bits << 16;
        left_part[5] = (u32)tile[10].bits | (u32)tile[11].bits << 16;
        left_part[6] = (u32)tile[12].bits | (u32)tile[13].bits << 16;
        left_part[7] = (u32)tile[14].bits | (u32)tile[15].bits << 16;
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        kiln::wgmma_bf16_64rm(acc[0], left_part[0], kiln::wgmma_factor<0x4000004001000000ull>(v_tile[stage_1]));
        kiln::wgmma_bf16_64rm(acc[0], left_part[4], kiln::wgmma_factor<0x4000004001000000ull>(v_tile[stage_1 + 1024]));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        kiln::wgmma_finish_64(acc[0]);
        #pragma unroll
        for (usize r = 0; r < 2; ++r) {
            most[r] = now[r];
        }
        phase = reading == 3 ? phase ^ 1 : phase;
        reading = reading == 3 ? 0 : reading + 1;
        writing = writing == 3 ? 0 : writing + 1;
    }
    __align__(16) array<bf16, 32> tile;
    const usize o_row = kiln::int_min(i, o_extent_0) * 64;
    const usize o_rows = kiln::saturating_sub_u64(o_extent_0, o_row);
    const usize o_start = o_row * o_stride_0;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 2; ++i_1) {
        #pragma unroll
        for (usize j = 0; j < 8; ++j) {
            #pragma unroll
            for (usize k_1 = 0; k_1 < 2; ++k_1) {
                tile[j * 4 + i_1 * 2 + k_1] = bf16(acc[j * 4 + i_1 * 2 + k_1] / sum[i_1]);
            }
            kiln::move_4(panels[thread_start_1 + (thread_part_2 + i_1 * 8) * 72 + thread_start_2 + j * 8], tile[j * 4 + i_1 * 2]);
        }
    }
    __syncwarp();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        if (thread_part_4 + thread_start_3 + i_1 * 4 < o_rows && thread_start < o_extent_1) {
            kiln::store_16(o[o_start + (thread_part_4 + thread_start_3) * o_stride_0 + thread_start + i_1 * 4 * o_stride_0], panels[thread_start_1 + (thread_part_4 + i_1 * 4) * 72 + thread_start]);
        }
    }
    __syncwarp();
}
