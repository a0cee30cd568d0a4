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

// prelude: shared_address.62766488 async_copy_16.70b3f515 int_max.1a21aab5 int_min.8439cc99 mbarrier_expect.05ec983d
//   mbarrier_init.40257f98 mbarrier_pass.e45d2d63 move_16.def5b418 move_8.e96dfb16 pinned.b3e485d0
//   unsigned_by_size.3ee267ca range.ae1cd7e6 wgmma_factor.7c548dc1 __align__.b21b4e2f saturating_sub_u64.bf257835
//   tensor_load_2.af72e735 wgmma_bf16_64km.2a33cc87 wgmma_finish_64.302fb7ca

extern "C" __global__ void __launch_bounds__(128, 2) by_parts(
    const u32* __restrict__ firsts, usize firsts_len,
    usize firsts_extent_0,
    usize firsts_extent_1,
    usize firsts_stride_0,
    usize firsts_stride_1,
    const u32* __restrict__ moves, usize moves_len,
    usize moves_extent_0,
    usize moves_extent_1,
    usize moves_stride_0,
    usize moves_stride_1,
    const bf16* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    const bf16* __restrict__ weights, usize weights_len,
    usize weights_extent_0,
    usize weights_extent_1,
    usize weights_stride_0,
    usize weights_stride_1,
    float* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_stride_0,
    usize y_stride_1,
    const __grid_constant__ kiln::tensor_maps tensor_maps
) {
    __shared__ __align__(16) array<bf16, 8192> x_tile;
    __shared__ __align__(16) array<bf16, 8192> weights_tile;
    __shared__ __align__(16) array<u64, 4> full;
    __shared__ __align__(16) array<u32, 64> exchange;
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
    const usize thread_part = kiln::pinned(thread & 15);
    const usize thread_start = thread_part * 4;
    const usize thread_part_1 = kiln::pinned(thread >> 4);
    const usize thread_part_2 = kiln::pinned(thread >> 2);
    const usize thread_part_3 = kiln::pinned(thread & 3);
    const usize thread_start_1 = thread_part_3 * 8;
    const usize thread_part_4 = kiln::pinned(thread >> 2 & 7);
    const usize warp = kiln::pinned(thread >> 5);
    const usize thread_start_2 = warp * 16;
    const usize thread_start_3 = thread_part_3 * 2;
    usize tile_0 = kiln::pinned((usize)blockIdx.x);
    usize tile_1 = kiln::pinned((usize)blockIdx.y);
    if (kiln::pinned((usize)gridDim.x) * kiln::pinned((usize)gridDim.y) - 257 < 268435198) {
        const usize number = kiln::pinned((usize)blockIdx.y) * kiln::pinned((usize)gridDim.x) + kiln::pinned((usize)blockIdx.x);
        const usize group = (usize)((u32)number / kiln::int_max((u32)(kiln::pinned((usize)gridDim.y) * 16), 1u));
        const usize within = number - group * (kiln::pinned((usize)gridDim.y) * 16);
        const usize first = group * 16;
        const usize height = kiln::pinned((usize)gridDim.x) - first < 16 ? kiln::pinned((usize)gridDim.x) - first : 16;
        tile_1 = (usize)((u32)within / kiln::int_max((u32)height, 1u));
        tile_0 = first + (within - tile_1 * height);
    }
    const usize i = tile_0;
    const usize j = tile_1;
    __align__(16) array<float, 32> sum;
    #pragma unroll
    for (usize r = 0; r < 32; ++r) {
        sum[r] = 0.0f;
    }
    for (usize part = 0; part < firsts_extent_0; ++part) {
        __align__(16) array<u32, 4> firsts_tile;
        const usize firsts_column = kiln::int_min(i, firsts_extent_1) * 64;
        const usize firsts_columns = kiln::saturating_sub_u64(firsts_extent_1, firsts_column);
        const usize firsts_start = part * firsts_stride_0 + firsts_column;
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            firsts_tile[k] = 0;
        }
        if (part < firsts_extent_0 && thread_start < firsts_columns) {
            kiln::move_16(firsts_tile[0], firsts[firsts_start + thread_start]);
        }
        array<u32, 2> exchanged;
        __syncthreads();
        if (thread_part_1 < 1) {
            kiln::move_16(exchange[thread_start], firsts_tile[0]);
        }
        __syncthreads();
        #pragma unroll
        for (usize j_1 = 0; j_1 < 2; ++j_1) {
            exchanged[j_1] = exchange[thread_part_2 + j_1 * 32];
        }
        const usize left = kiln::saturating_sub_u64(moves_extent_1, 0ull);
        if (0 < left) {
            const usize turn = 0;
            u32 moves_tile;
            const usize moves_start = part * moves_stride_0 + turn;
            moves_tile = part < moves_extent_0 && turn < moves_extent_1 ? moves[moves_start] : 0;
            u32 total = 0;
            total = total + moves_tile;
            const u32 moved = total;
            array<u32, 2> tile;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                tile[r] = exchanged[r] + moved;
            }
            const usize stage = (reading < 4 ? reading : reading - 4) * 2048;
            #pragma unroll
            for (usize i_1 = 0; i_1 < 2; ++i_1) {
                kiln::async_copy_16(x_tile[(thread_start_1 >> 5) * 2048 + (thread_part_2 + i_1 * 32) * 32 + (thread_start_1 & 31 ^ (thread_part_2 + i_1 * 32 >> 1 & 3ull) * 8) + stage], x[thread_start_1 + (usize)tile[i_1] * x_stride_0], (usize)tile[i_1] < x_extent_0 && thread_start_1 < x_extent_1 ? 16u : 0u);
            }
            if (thread < 1) {
                kiln::mbarrier_expect(full[reading < 4 ? reading : reading - 4], 4096u);
                const usize stage_1 = (reading < 4 ? reading : reading - 4) * 2048;
                const usize weights_at = kiln::int_min(kiln::int_min(j, weights_extent_1) * 64, weights_extent_1);
                kiln::tensor_load_2(weights_tile[stage_1], tensor_maps.of[0], full[reading < 4 ? reading : reading - 4], (u32)weights_at, (u32)0ull);
            }
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        const usize stage = reading + 1;
        if (2 < left) {
            const usize ahead = 0ull + 2;
            const usize turn = ahead;
            u32 moves_tile;
            const usize moves_start = part * moves_stride_0 + turn;
            moves_tile = part < moves_extent_0 && turn < moves_extent_1 ? moves[moves_start] : 0;
            u32 total = 0;
            total = total + moves_tile;
            const u32 moved = total;
            array<u32, 2> tile;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                tile[r] = exchanged[r] + moved;
            }
            const usize stage_1 = (stage < 4 ? stage : stage - 4) * 2048;
            #pragma unroll
            for (usize i_1 = 0; i_1 < 2; ++i_1) {
                kiln::async_copy_16(x_tile[(thread_start_1 >> 5) * 2048 + (thread_part_2 + i_1 * 32) * 32 + (thread_start_1 & 31 ^ (thread_part_2 + i_1 * 32 >> 1 & 3ull) * 8) + stage_1], x[thread_start_1 + (usize)tile[i_1] * x_stride_0], (usize)tile[i_1] < x_extent_0 && thread_start_1 < x_extent_1 ? 16u : 0u);
            }
            if (thread < 1) {
                kiln::mbarrier_expect(full[stage < 4 ? stage : stage - 4], 4096u);
                const usize stage_2 = (stage < 4 ? stage : stage - 4) * 2048;
                const usize weights_at = kiln::int_min(kiln::int_min(ahead, weights_extent_0) * 32, weights_extent_0);
                const usize weights_at_1 = kiln::int_min(kiln::int_min(j, weights_extent_1) * 64, weights_extent_1);
                kiln::tensor_load_2(weights_tile[stage_2], tensor_maps.of[0], full[stage < 4 ? stage : stage - 4], (u32)weights_at_1, (u32)weights_at);
            }
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        const usize stage_1 = reading + 2;
        if (4 < left) {
            const usize ahead = 0ull + 4;
            const usize turn = ahead;
            u32 moves_tile;
            const usize moves_start = part * moves_stride_0 + turn;
            moves_tile = part < moves_extent_0 && turn < moves_extent_1 ? moves[moves_start] : 0;
            u32 total = 0;
            total = total + moves_tile;
            const u32 moved = total;
            array<u32, 2> tile;
            #pragma unroll
            for (usize r = 0; r < 2; ++r) {
                tile[r] = exchanged[r] + moved;
            }
            const usize stage_2 = (stage_1 < 4 ? stage_1 : stage_1 - 4) * 2048;
            #pragma unroll
            for (usize i_1 = 0; i_1 < 2; ++i_1) {
                kiln::async_copy_16(x_tile[(thread_start_1 >> 5) * 2048 + (thread_part_2 + i_1 * 32) * 32 + (thread_start_1 & 31 ^ (thread_part_2 + i_1 * 32 >> 1 & 3ull) * 8) + stage_2], x[thread_start_1 + (usize)tile[i_1] * x_stride_0], (usize)tile[i_1] < x_extent_0 && thread_start_1 < x_extent_1 ? 16u : 0u);
            }
            if (thread < 1) {
                kiln::mbarrier_expect(full[stage_1 < 4 ? stage_1 : stage_1 - 4], 4096u);
                const usize stage_3 = (stage_1 < 4 ? stage_1 : stage_1 - 4) * 2048;
                const usize weights_at = kiln::int_min(kiln::int_min(ahead, weights_extent_0) * 32, weights_extent_0);
                const usize weights_at_1 = kiln::int_min(kiln::int_min(j, weights_extent_1) * 64, weights_extent_1);
                kiln::tensor_load_2(weights_tile[stage_3], tensor_maps.of[0], full[stage_1 < 4 ? stage_1 : stage_1 - 4], (u32)weights_at_1, (u32)weights_at);
            }
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        const usize stage_2 = reading + 3;
        usize writing = stage_2 < 4 ? stage_2 : stage_2 - 4;
        for (const usize turn : kiln::range<usize>(0, moves_extent_1, 2, false, false)) {
            kiln::mbarrier_pass(full[reading], (u32)phase);
            asm volatile("cp.async.wait_group %0;" :: "n"(2u) : "memory");
            asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
            __syncthreads();
            const usize stage_3 = reading * 2048;
            const usize stage_4 = reading * 2048;
            asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
            kiln::wgmma_bf16_64km(sum[0], kiln::wgmma_factor<0x8000002000010000ull>(x_tile[stage_3]), kiln::wgmma_factor<0x4000004001000000ull>(weights_tile[stage_4]));
            kiln::wgmma_bf16_64km(sum[0], kiln::wgmma_factor<0x8000002000010000ull>(x_tile[stage_3 + 16]), kiln::wgmma_factor<0x4000004001000000ull>(weights_tile[stage_4 + 1024]));
            asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
            asm volatile("wgmma.wait_group.sync.aligned %0;" :: "n"(1u) : "memory");
            __syncthreads();
            if (6 < moves_extent_1 - turn) {
                const usize ahead = turn + 6;
                const usize turn_1 = ahead;
                u32 moves_tile;
                const usize moves_start = part * moves_stride_0 + turn_1;
                moves_tile = part < moves_extent_0 && turn_1 < moves_extent_1 ? moves[moves_start] : 0;
                u32 total = 0;
                total = total + moves_tile;
                const u32 moved = total;
                array<u32, 2> tile;
                #pragma unroll
                for (usize r = 0; r < 2; ++r) {
                    tile[r] = exchanged[r] + moved;
                }
                const usize stage_5 = writing * 2048;
                #pragma unroll
                for (usize i_1 = 0; i_1 < 2; ++i_1) {
                    kiln::async_copy_16(x_tile[(thread_start_1 >> 5) * 2048 + (thread_part_2 + i_1 * 32) * 32 + (thread_start_1 & 31 ^ (thread_part_2 + i_1 * 32 >> 1 & 3ull) * 8) + stage_5], x[thread_start_1 + (usize)tile[i_1] * x_stride_0], (usize)tile[i_1] < x_extent_0 && thread_start_1 < x_extent_1 ? 16u : 0u);
                }
                if (thread < 1) {
                    kiln::mbarrier_expect(full[writing], 4096u);
                    const usize stage_6 = writing * 2048;
                    const usize weights_at = kiln::int_min(kiln::int_min(ahead, weights_extent_0) * 32, weights_extent_0);
                    const usize weights_at_1 = kiln::int_min(kiln::int_min(j, weights_extent_1) * 64, weights_extent_1);
                    kiln::tensor_load_2(weights_tile[stage_6], tensor_maps.of[0], full[writing], (u32)weights_at_1, (u32)weights_at);
                }
            }
            asm volatile("cp.async.commit_group;" ::: "memory");
            phase = reading == 3 ? phase ^ 1 : phase;
            reading = reading == 3 ? 0 : reading + 1;
            writing = writing == 3 ? 0 : writing + 1;
        }
        kiln::wgmma_finish_64(sum[0]);
    }
    const usize y_row = kiln::int_min(i, y_extent_0) * 64;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const usize y_column = kiln::int_min(j, y_extent_1) * 64;
    const usize y_columns = kiln::saturating_sub_u64(y_extent_1, y_column);
    const usize y_start = y_row * y_stride_0 + y_column;
    #pragma unroll
    for (usize j_1 = 0; j_1 < 8; ++j_1) {
        #pragma unroll
        for (usize i_1 = 0; i_1 < 2; ++i_1) {
            if (thread_part_4 + thread_start_2 + i_1 * 8 < y_rows && thread_start_3 + j_1 * 8 < y_columns) {
                kiln::move_8(y[y_start + (thread_part_4 + thread_start_2) * y_stride_0 + thread_start_3 + i_1 * 8 * y_stride_0 + j_1 * 8], sum[j_1 * 4 + i_1 * 2]);
            }
        }
    }
}
