// only: sm_90
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

// prelude: int_max.1a21aab5 int_min.8439cc99 shared_address.62766488 mbarrier_arrive.f349126b mbarrier_expect.05ec983d
//   mbarrier_init.40257f98 mbarrier_pass.e45d2d63 move_16.def5b418 move_8.e96dfb16 pinned.b3e485d0
//   wgmma_factor.7c548dc1 __align__.0125cfd5 saturating_sub_u64.bf257835 tensor_load_3.2711ee2c
//   wgmma_bf16_64kk_new.626266c7 wgmma_bf16_64kk.fa658595 wgmma_finish_64.302fb7ca wgmma_bf16_64rm.79106c0c
//   wgmma_finish_64_but_1.8b149d26

extern "C" __global__ void __launch_bounds__(256, 1) by_page_twice(
    const u32* __restrict__ pages, usize pages_len,
    usize pages_extent_0,
    usize pages_extent_1,
    usize pages_stride_0,
    usize pages_stride_1,
    const bf16* __restrict__ q, usize q_len,
    usize q_extent_0,
    usize q_extent_1,
    usize q_stride_0,
    usize q_stride_1,
    const bf16* __restrict__ k, usize k_len,
    usize k_extent_0,
    usize k_extent_1,
    usize k_extent_2,
    usize k_stride_0,
    usize k_stride_1,
    usize k_stride_2,
    const bf16* __restrict__ v, usize v_len,
    usize v_extent_0,
    usize v_extent_1,
    usize v_extent_2,
    usize v_stride_0,
    usize v_stride_1,
    usize v_stride_2,
    float* __restrict__ o, usize o_len,
    usize o_extent_0,
    usize o_extent_1,
    usize o_stride_0,
    usize o_stride_1,
    const __grid_constant__ kiln::tensor_maps tensor_maps
) {
    extern __shared__ __align__(1024) u8 shared_memory[];
    array<bf16, 8192>& query = *(array<bf16, 8192>*)(shared_memory + 0);
    array<bf16, 16384>& k_tile = *(array<bf16, 16384>*)(shared_memory + 16384);
    array<bf16, 16384>& v_tile = *(array<bf16, 16384>*)(shared_memory + 49152);
    array<u64, 4>& full = *(array<u64, 4>*)(shared_memory + 81920);
    array<u64, 4>& released = *(array<u64, 4>*)(shared_memory + 81952);
    if (kiln::pinned((usize)threadIdx.x) < 1) {
        kiln::mbarrier_init(released[0], 8u);
        kiln::mbarrier_init(released[1], 8u);
        kiln::mbarrier_init(released[2], 8u);
        kiln::mbarrier_init(released[3], 8u);
    }
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
    const usize thread_part_2 = kiln::pinned(thread >> 7);
    const usize thread_part_3 = kiln::pinned(thread >> 2 & 7);
    const usize warp = kiln::pinned(thread >> 5);
    const usize thread_start_1 = warp * 16;
    const usize thread_part_4 = kiln::pinned(thread & 3);
    const usize thread_start_2 = thread_part_4 * 2;
    const usize i = kiln::pinned((usize)blockIdx.x);
    const usize q_row = kiln::int_min(i, q_extent_0) * 128;
    const usize q_rows = kiln::saturating_sub_u64(q_extent_0, q_row);
    const usize q_start = q_row * q_stride_0;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        __align__(16) array<bf16, 8> chunk;
        #pragma unroll
        for (usize k_1 = 0; k_1 < 8; ++k_1) {
            chunk[k_1] = bf16(0.0f);
        }
        if (thread_part + i_1 * 32 < q_rows && thread_start < q_extent_1) {
            kiln::move_16(chunk[0], q[q_start + thread_part * q_stride_0 + thread_start + i_1 * 32 * q_stride_0]);
        }
        kiln::move_16(query[(thread_start >> 6) * 8192 + (thread_part + i_1 * 32) * 64 + (thread_start & 63 ^ (thread_part + i_1 * 32 & 7ull) * 8)], chunk[0]);
    }
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __align__(16) array<float, 32> sum;
    #pragma unroll
    for (usize r = 0; r < 32; ++r) {
        sum[r] = 0.0f;
    }
    const usize left = kiln::saturating_sub_u64(pages_extent_1, 0ull);
    if (0 < left) {
        const usize turn = 0;
        u32 pages_tile;
        const usize pages_start = i * pages_stride_0 + turn;
        pages_tile = i < pages_extent_0 && turn < pages_extent_1 ? pages[pages_start] : 0;
        u32 total = 0;
        total = total + pages_tile;
        const u32 sum_1 = total;
        const usize page = (usize)sum_1;
        if (thread < 1) {
            kiln::mbarrier_expect(full[0], 8192u);
            const usize k_at = kiln::int_min(page, k_extent_0);
            kiln::tensor_load_3(k_tile[0], tensor_maps.of[0], full[0], (u32)0ull, (u32)0ull, (u32)k_at);
        }
    }
    if (0 < left) {
        const usize ahead = 0ull + 1;
        const usize turn = ahead;
        u32 pages_tile;
        const usize pages_start = i * pages_stride_0 + turn;
        pages_tile = i < pages_extent_0 && turn < pages_extent_1 ? pages[pages_start] : 0;
        u32 total = 0;
        total = total + pages_tile;
        const u32 sum_1 = total;
        const usize page = (usize)sum_1;
        const usize before = ahead - 1;
        const usize turn_1 = before;
        u32 pages_tile_1;
        const usize pages_start_1 = i * pages_stride_0 + turn_1;
        pages_tile_1 = i < pages_extent_0 && turn_1 < pages_extent_1 ? pages[pages_start_1] : 0;
        u32 total_1 = 0;
        total_1 = total_1 + pages_tile_1;
        const u32 sum_2 = total_1;
        const usize page_1 = (usize)sum_2;
        const bool more = 1 < left;
        if (thread < 1) {
            kiln::mbarrier_expect(full[1], more ? 16384u : 8192u);
            if (more) {
                const usize k_at = kiln::int_min(page, k_extent_0);
                kiln::tensor_load_3(k_tile[4096], tensor_maps.of[0], full[1], (u32)0ull, (u32)0ull, (u32)k_at);
            }
            const usize v_at = kiln::int_min(page_1, v_extent_0);
            kiln::tensor_load_3(v_tile[4096], tensor_maps.of[1], full[1], (u32)0ull, (u32)0ull, (u32)v_at);
        }
    }
    if (1 < left) {
        const usize ahead = 0ull + 2;
        const usize turn = ahead;
        u32 pages_tile;
        const usize pages_start = i * pages_stride_0 + turn;
        pages_tile = i < pages_extent_0 && turn < pages_extent_1 ? pages[pages_start] : 0;
        u32 total = 0;
        total = total + pages_tile;
        const u32 sum_1 = total;
        const usize page = (usize)sum_1;
        const usize before = ahead - 1;
        const usize turn_1 = before;
        u32 pages_tile_1;
        const usize pages_start_1 = i * pages_stride_0 + turn_1;
        pages_tile_1 = i < pages_extent_0 && turn_1 < pages_extent_1 ? pages[pages_start_1] : 0;
        u32 total_1 = 0;
        total_1 = total_1 + pages_tile_1;
        const u32 sum_2 = total_1;
        const usize page_1 = (usize)sum_2;
        const bool more = 2 < left;
        if (thread < 1) {
            kiln::mbarrier_expect(full[2], more ? 16384u : 8192u);
            if (more) {
                const usize k_at = kiln::int_min(page, k_extent_0);
                kiln::tensor_load_3(k_tile[8192], tensor_maps.of[0], full[2], (u32)0ull, (u32)0ull, (u32)k_at);
            }
            const usize v_at = kiln::int_min(page_1, v_extent_0);
            kiln::tensor_load_3(v_tile[8192], tensor_maps.of[1], full[2], (u32)0ull, (u32)0ull, (u32)v_at);
        }
    }
    usize writing = 3;
    if (0 < left) {
        __align__(16) array<u32, 16> left_part;
        const usize turn = 0;
        kiln::mbarrier_pass(full[reading], (u32)phase);
        const usize stage = reading * 4096;
        __align__(16) array<float, 32> scores;
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        __syncthreads();
        kiln::wgmma_bf16_64kk_new(scores[0], kiln::wgmma_factor<0x4000004000010000ull>(query[thread_part_2 * 4096]), kiln::wgmma_factor<0x4000004000010000ull>(k_tile[stage]));
        kiln::wgmma_bf16_64kk(scores[0], kiln::wgmma_factor<0x4000004000010000ull>(query[thread_part_2 * 4096 + 16]), kiln::wgmma_factor<0x4000004000010000ull>(k_tile[stage + 16]));
        kiln::wgmma_bf16_64kk(scores[0], kiln::wgmma_factor<0x4000004000010000ull>(query[thread_part_2 * 4096 + 32]), kiln::wgmma_factor<0x4000004000010000ull>(k_tile[stage + 32]));
        kiln::wgmma_bf16_64kk(scores[0], kiln::wgmma_factor<0x4000004000010000ull>(query[thread_part_2 * 4096 + 48]), kiln::wgmma_factor<0x4000004000010000ull>(k_tile[stage + 48]));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        if (2 < pages_extent_1 - turn) {
            const usize ahead = turn + 3;
            const usize turn_1 = ahead;
            u32 pages_tile;
            const usize pages_start = i * pages_stride_0 + turn_1;
            pages_tile = i < pages_extent_0 && turn_1 < pages_extent_1 ? pages[pages_start] : 0;
            u32 total = 0;
            total = total + pages_tile;
            const u32 sum_1 = total;
            const usize page = (usize)sum_1;
            const usize before = ahead - 1;
            const usize turn_2 = before;
            u32 pages_tile_1;
            const usize pages_start_1 = i * pages_stride_0 + turn_2;
            pages_tile_1 = i < pages_extent_0 && turn_2 < pages_extent_1 ? pages[pages_start_1] : 0;
            u32 total_1 = 0;
            total_1 = total_1 + pages_tile_1;
            const u32 sum_2 = total_1;
            const usize page_1 = (usize)sum_2;
            const bool more = 3 < pages_extent_1 - turn;
            if (thread < 1) {
                kiln::mbarrier_expect(full[writing], more ? 16384u : 8192u);
                if (more) {
                    const usize stage_1 = writing * 4096;
                    const usize k_at = kiln::int_min(page, k_extent_0);
                    kiln::tensor_load_3(k_tile[stage_1], tensor_maps.of[0], full[writing], (u32)0ull, (u32)0ull, (u32)k_at);
                }
                const usize stage_1 = writing * 4096;
                const usize v_at = kiln::int_min(page_1, v_extent_0);
                kiln::tensor_load_3(v_tile[stage_1], tensor_maps.of[1], full[writing], (u32)0ull, (u32)0ull, (u32)v_at);
            }
        }
        kiln::wgmma_finish_64(scores[0]);
        array<bf16, 32> tile;
        #pragma unroll
        for (usize r = 0; r < 32; ++r) {
            tile[r] = bf16(scores[r]);
        }
        __syncwarp();
        if ((thread & 31) < 1) {
            kiln::mbarrier_arrive(released[reading]);
        }
        left_part[0] = (u32)tile[0].bits | (u32)tile[1].bits << 16;
        left_part[1] = (u32)tile[2].bits | (u32)tile[3].bits << 16;
        left_part[2] = (u32)tile[4].bits | (u32)tile[5].bits << 16;
        left_part[3] = (u32)tile[6].bits | (u32)tile[7].bits << 16;
        left_part[4] = (u32)tile[8].bits | (u32)tile[9].bits << 16;
        left_part[5] = (u32)tile[10].bits | (u32)tile[11].bits << 16;
        left_part[6] = (u32)tile[12].bits | (u32)tile[13].bits << 16;
        left_part[7] = (u32)tile[14].bits | (u32)tile[15].bits << 16;
        left_part[8] = (u32)tile[16].bits | (u32)tile[17].bits << 16;
        left_part[9] = (u32)tile[18].bits | (u32)tile[19].bits << 16;
        left_part[10] = (u32)tile[20].bits | (u32)tile[21].bits << 16;
        left_part[11] = (u32)tile[22].bits | (u32)tile[23].bits << 16;
        left_part[12] = (u32)tile[24].bits | (u32)tile[25].bits << 16;
        left_part[13] = (u32)tile[26].bits | (u32)tile[27].bits << 16;
        left_part[14] = (u32)tile[28].bits | (u32)tile[29].bits << 16;
        left_part[15] = (u32)tile[30].bits | (u32)tile[31].bits << 16;
        phase = reading == 3 ? phase ^ 1 : phase;
        reading = reading == 3 ? 0 : reading + 1;
        writing = writing == 3 ? 0 : writing + 1;
        for (usize turn_1 = 0ull + 1; turn_1 < pages_extent_1; ++turn_1) {
            kiln::mbarrier_pass(full[reading], (u32)phase);
            const usize stage_1 = reading * 4096;
            __align__(16) array<float, 32> scores_1;
            asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
            kiln::wgmma_bf16_64kk_new(scores_1[0], kiln::wgmma_factor<0x4000004000010000ull>(query[thread_part_2 * 4096]), kiln::wgmma_factor<0x4000004000010000ull>(k_tile[stage_1]));
            kiln::wgmma_bf16_64kk(scores_1[0], kiln::wgmma_factor<0x4000004000010000ull>(query[thread_part_2 * 4096 + 16]), kiln::wgmma_factor<0x4000004000010000ull>(k_tile[stage_1 + 16]));
            kiln::wgmma_bf16_64kk(scores_1[0], kiln::wgmma_factor<0x4000004000010000ull>(query[thread_part_2 * 4096 + 32]), kiln::wgmma_factor<0x4000004000010000ull>(k_tile[stage_1 + 32]));
            kiln::wgmma_bf16_64kk(scores_1[0], kiln::wgmma_factor<0x4000004000010000ull>(query[thread_part_2 * 4096 + 48]), kiln::wgmma_factor<0x4000004000010000ull>(k_tile[stage_1 + 48]));
            asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
            const usize stage_2 = reading * 4096;
            asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
            kiln::wgmma_bf16_64rm(sum[0], left_part[0], kiln::wgmma_factor<0x4000004002000000ull>(v_tile[stage_2]));
            kiln::wgmma_bf16_64rm(sum[0], left_part[4], kiln::wgmma_factor<0x4000004002000000ull>(v_tile[stage_2 + 1024]));
            kiln::wgmma_bf16_64rm(sum[0], left_part[8], kiln::wgmma_factor<0x4000004002000000ull>(v_tile[stage_2 + 2048]));
            kiln::wgmma_bf16_64rm(sum[0], left_part[12], kiln::wgmma_factor<0x4000004002000000ull>(v_tile[stage_2 + 3072]));
            asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
            if (2 < pages_extent_1 - turn_1) {
                if (thread < 1) {
                    kiln::mbarrier_pass(released[writing], (u32)(reading == 0 ? phase ^ 1 : phase));
                }
                const usize ahead = turn_1 + 3;
                const usize turn_2 = ahead;
                u32 pages_tile;
                const usize pages_start = i * pages_stride_0 + turn_2;
                pages_tile = i < pages_extent_0 && turn_2 < pages_extent_1 ? pages[pages_start] : 0;
                u32 total = 0;
                total = total + pages_tile;
                const u32 sum_1 = total;
                const usize page = (usize)sum_1;
                const usize before = ahead - 1;
                const usize turn_3 = before;
                u32 pages_tile_1;
                const usize pages_start_1 = i * pages_stride_0 + turn_3;
                pages_tile_1 = i < pages_extent_0 && turn_3 < pages_extent_1 ? pages[pages_start_1] : 0;
                u32 total_1 = 0;
                total_1 = total_1 + pages_tile_1;
                const u32 sum_2 = total_1;
                const usize page_1 = (usize)sum_2;
                const bool more = 3 < pages_extent_1 - turn_1;
                if (thread < 1) {
                    kiln::mbarrier_expect(full[writing], more ? 16384u : 8192u);
                    if (more) {
                        const usize stage_3 = writing * 4096;
                        const usize k_at = kiln::int_min(page, k_extent_0);
                        kiln::tensor_load_3(k_tile[stage_3], tensor_maps.of[0], full[writing], (u32)0ull, (u32)0ull, (u32)k_at);
                    }
                    const usize stage_3 = writing * 4096;
                    const usize v_at = kiln::int_min(page_1, v_extent_0);
                    kiln::tensor_load_3(v_tile[stage_3], tensor_maps.of[1], full[writing], (u32)0ull, (u32)0ull, (u32)v_at);
                }
            }
            kiln::wgmma_finish_64_but_1(scores_1[0]);
            array<bf16, 32> tile_1;
            #pragma unroll
            for (usize r = 0; r < 32; ++r) {
                tile_1[r] = bf16(scores_1[r]);
            }
            kiln::wgmma_finish_64(sum[0]);
            __syncwarp();
            if ((thread & 31) < 1) {
                kiln::mbarrier_arrive(released[reading]);
            }
            left_part[0] = (u32)tile_1[0].bits | (u32)tile_1[1].bits << 16;
            left_part[1] = (u32)tile_1[2].bits | (u32)tile_1[3].bits << 16;
            left_part[2] = (u32)tile_1[4].bits | (u32)tile_1[5].bits << 16;
            left_part[3] = (u32)tile_1[6].bits | (u32)tile_1[7].bits << 16;
            left_part[4] = (u32)tile_1[8].bits | (u32)tile_1[9].bits << 16;
            left_part[5] = (u32)tile_1[10].bits | (u32)tile_1[11].bits << 16;
            left_part[6] = (u32)tile_1[12].bits | (u32)tile_1[13].bits << 16;
            left_part[7] = (u32)tile_1[14].bits | (u32)tile_1[15].bits << 16;
            left_part[8] = (u32)tile_1[16].bits | (u32)tile_1[17].bits << 16;
            left_part[9] = (u32)tile_1[18].bits | (u32)tile_1[19].bits << 16;
            left_part[10] = (u32)tile_1[20].bits | (u32)tile_1[21].bits << 16;
            left_part[11] = (u32)tile_1[22].bits | (u32)tile_1[23].bits << 16;
            left_part[12] = (u32)tile_1[24].bits | (u32)tile_1[25].bits << 16;
            left_part[13] = (u32)tile_1[26].bits | (u32)tile_1[27].bits << 16;
            left_part[14] = (u32)tile_1[28].bits | (u32)tile_1[29].bits << 16;
            left_part[15] = (u32)tile_1[30].bits | (u32)tile_1[31].bits << 16;
            phase = reading == 3 ? phase ^ 1 : phase;
            reading = reading == 3 ? 0 : reading + 1;
            writing = writing == 3 ? 0 : writing + 1;
        }
        kiln::mbarrier_pass(full[reading], (u32)phase);
        const usize stage_1 = reading * 4096;
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        kiln::wgmma_bf16_64rm(sum[0], left_part[0], kiln::wgmma_factor<0x4000004002000000ull>(v_tile[stage_1]));
        kiln::wgmma_bf16_64rm(sum[0], left_part[4], kiln::wgmma_factor<0x4000004002000000ull>(v_tile[stage_1 + 1024]));
        kiln::wgmma_bf16_64rm(sum[0], left_part[8], kiln::wgmma_factor<0x4000004002000000ull>(v_tile[stage_1 + 2048]));
        kiln::wgmma_bf16_64rm(sum[0], left_part[12], kiln::wgmma_factor<0x4000004002000000ull>(v_tile[stage_1 + 3072]));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        kiln::wgmma_finish_64(sum[0]);
        phase = reading == 3 ? phase ^ 1 : phase;
        reading = reading == 3 ? 0 : reading + 1;
        writing = writing == 3 ? 0 : writing + 1;
    }
    const usize o_row = kiln::int_min(i, o_extent_0) * 128;
    const usize o_rows = kiln::saturating_sub_u64(o_extent_0, o_row);
    const usize o_start = o_row * o_stride_0;
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        #pragma unroll
        for (usize i_1 = 0; i_1 < 2; ++i_1) {
            if (thread_part_3 + thread_start_1 + i_1 * 8 < o_rows && thread_start_2 + j * 8 < o_extent_1) {
                kiln::move_8(o[o_start + (thread_part_3 + thread_start_1) * o_stride_0 + thread_start_2 + i_1 * 8 * o_stride_0 + j * 8], sum[j * 4 + i_1 * 2]);
            }
        }
    }
}
