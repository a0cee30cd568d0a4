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
//   wgmma_factor.7c548dc1 __align__.b21b4e2f saturating_sub_u64.bf257835 tensor_load_2.af72e735
//   wgmma_bf16_64km.2a33cc87 wgmma_finish_64.302fb7ca

extern "C" __global__ void __launch_bounds__(256, 1) by_table(
    const i32* __restrict__ table, usize table_len,
    usize table_extent_0,
    usize table_extent_1,
    usize table_stride_0,
    usize table_stride_1,
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
    i32* __restrict__ last, usize last_len,
    usize last_extent_0,
    usize last_extent_1,
    usize last_stride_0,
    usize last_stride_1,
    const __grid_constant__ kiln::tensor_maps tensor_maps
) {
    extern __shared__ __align__(1024) u8 shared_memory[];
    array<bf16, 16384>& x_tile = *(array<bf16, 16384>*)(shared_memory + 0);
    array<bf16, 8192>& weights_tile = *(array<bf16, 8192>*)(shared_memory + 32768);
    array<u64, 4>& full = *(array<u64, 4>*)(shared_memory + 49152);
    array<i32, 128>& exchange = *(array<i32, 128>*)(shared_memory + 49184);
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
    const usize thread_part = kiln::pinned(thread >> 2);
    const usize thread_part_1 = kiln::pinned(thread & 3);
    const usize thread_start = thread_part_1 * 8;
    const usize lane = kiln::pinned(thread & 31);
    const usize thread_start_1 = lane * 4;
    const usize thread_part_2 = kiln::pinned(thread >> 7);
    const usize thread_part_3 = kiln::pinned(thread >> 2 & 7);
    const usize warp = kiln::pinned(thread >> 5);
    const usize thread_start_2 = warp * 16;
    const usize thread_start_3 = thread_part_1 * 2;
    const usize thread_part_4 = kiln::pinned(thread >> 1);
    const usize thread_part_5 = kiln::pinned(thread & 1);
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
    __align__(16) array<i32, 4> greatest;
    #pragma unroll
    for (usize r = 0; r < 4; ++r) {
        greatest[r] = -1;
    }
    const usize left = kiln::saturating_sub_u64(table_extent_0, 0ull);
    if (0 < left) {
        const usize turn = 0;
        array<i32, 2> table_tile;
        const usize table_column = kiln::int_min(i, table_extent_1) * 128;
        const usize table_columns = kiln::saturating_sub_u64(table_extent_1, table_column);
        const usize table_start = turn * table_stride_0 + table_column;
        #pragma unroll
        for (usize j_1 = 0; j_1 < 2; ++j_1) {
            table_tile[j_1] = turn < table_extent_0 && thread_part + j_1 * 64 < table_columns ? table[table_start + thread_part + j_1 * 64] : -1;
        }
        #pragma unroll
        for (usize i_1 = 0; i_1 < 2; ++i_1) {
            kiln::async_copy_16(x_tile[(thread_start >> 5) * 4096 + (thread_part + i_1 * 64) * 32 + (thread_start & 31 ^ (thread_part + i_1 * 64 >> 1 & 3ull) * 8)], x[thread_start + (usize)table_tile[i_1] * x_stride_0], (usize)table_tile[i_1] < x_extent_0 && thread_start < x_extent_1 ? 16u : 0u);
        }
        if (thread < 1) {
            kiln::mbarrier_expect(full[0], 4096u);
            const usize weights_at = kiln::int_min(kiln::int_min(j, weights_extent_1) * 64, weights_extent_1);
            kiln::tensor_load_2(weights_tile[0], tensor_maps.of[0], full[0], (u32)weights_at, (u32)0ull);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (1 < left) {
        const usize ahead = 0ull + 1;
        const usize turn = ahead;
        array<i32, 2> table_tile;
        const usize table_column = kiln::int_min(i, table_extent_1) * 128;
        const usize table_columns = kiln::saturating_sub_u64(table_extent_1, table_column);
        const usize table_start = turn * table_stride_0 + table_column;
        #pragma unroll
        for (usize j_1 = 0; j_1 < 2; ++j_1) {
            table_tile[j_1] = turn < table_extent_0 && thread_part + j_1 * 64 < table_columns ? table[table_start + thread_part + j_1 * 64] : -1;
        }
        #pragma unroll
        for (usize i_1 = 0; i_1 < 2; ++i_1) {
            kiln::async_copy_16(x_tile[(thread_start >> 5) * 4096 + (thread_part + i_1 * 64) * 32 + (thread_start & 31 ^ (thread_part + i_1 * 64 >> 1 & 3ull) * 8) + 4096], x[thread_start + (usize)table_tile[i_1] * x_stride_0], (usize)table_tile[i_1] < x_extent_0 && thread_start < x_extent_1 ? 16u : 0u);
        }
        if (thread < 1) {
            kiln::mbarrier_expect(full[1], 4096u);
            const usize weights_at = kiln::int_min(kiln::int_min(ahead, weights_extent_0) * 32, weights_extent_0);
            const usize weights_at_1 = kiln::int_min(kiln::int_min(j, weights_extent_1) * 64, weights_extent_1);
            kiln::tensor_load_2(weights_tile[2048], tensor_maps.of[0], full[1], (u32)weights_at_1, (u32)weights_at);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (2 < left) {
        const usize ahead = 0ull + 2;
        const usize turn = ahead;
        array<i32, 2> table_tile;
        const usize table_column = kiln::int_min(i, table_extent_1) * 128;
        const usize table_columns = kiln::saturating_sub_u64(table_extent_1, table_column);
        const usize table_start = turn * table_stride_0 + table_column;
        #pragma unroll
        for (usize j_1 = 0; j_1 < 2; ++j_1) {
            table_tile[j_1] = turn < table_extent_0 && thread_part + j_1 * 64 < table_columns ? table[table_start + thread_part + j_1 * 64] : -1;
        }
        #pragma unroll
        for (usize i_1 = 0; i_1 < 2; ++i_1) {
            kiln::async_copy_16(x_tile[(thread_start >> 5) * 4096 + (thread_part + i_1 * 64) * 32 + (thread_start & 31 ^ (thread_part + i_1 * 64 >> 1 & 3ull) * 8) + 8192], x[thread_start + (usize)table_tile[i_1] * x_stride_0], (usize)table_tile[i_1] < x_extent_0 && thread_start < x_extent_1 ? 16u : 0u);
        }
        if (thread < 1) {
            kiln::mbarrier_expect(full[2], 4096u);
            const usize weights_at = kiln::int_min(kiln::int_min(ahead, weights_extent_0) * 32, weights_extent_0);
            const usize weights_at_1 = kiln::int_min(kiln::int_min(j, weights_extent_1) * 64, weights_extent_1);
            kiln::tensor_load_2(weights_tile[4096], tensor_maps.of[0], full[2], (u32)weights_at_1, (u32)weights_at);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    usize writing = 3;
    // The turn needs them too, in another layout.
    for (usize turn = 0; turn < table_extent_0; ++turn) {
        kiln::mbarrier_pass(full[reading], (u32)phase);
        asm volatile("cp.async.wait_group %0;" :: "n"(2u) : "memory");
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (3 < table_extent_0 - turn) {
            const usize ahead = turn + 3;
            const usize turn_1 = ahead;
            array<i32, 2> table_tile;
            const usize table_column = kiln::int_min(i, table_extent_1) * 128;
            const usize table_columns = kiln::saturating_sub_u64(table_extent_1, table_column);
            const usize table_start = turn_1 * table_stride_0 + table_column;
            #pragma unroll
            for (usize j_1 = 0; j_1 < 2; ++j_1) {
                table_tile[j_1] = turn_1 < table_extent_0 && thread_part + j_1 * 64 < table_columns ? table[table_start + thread_part + j_1 * 64] : -1;
            }
            const usize stage = writing * 4096;
            #pragma unroll
            for (usize i_1 = 0; i_1 < 2; ++i_1) {
                kiln::async_copy_16(x_tile[(thread_start >> 5) * 4096 + (thread_part + i_1 * 64) * 32 + (thread_start & 31 ^ (thread_part + i_1 * 64 >> 1 & 3ull) * 8) + stage], x[thread_start + (usize)table_tile[i_1] * x_stride_0], (usize)table_tile[i_1] < x_extent_0 && thread_start < x_extent_1 ? 16u : 0u);
            }
            if (thread < 1) {
                kiln::mbarrier_expect(full[writing], 4096u);
                const usize stage_1 = writing * 2048;
                const usize weights_at = kiln::int_min(kiln::int_min(ahead, weights_extent_0) * 32, weights_extent_0);
                const usize weights_at_1 = kiln::int_min(kiln::int_min(j, weights_extent_1) * 64, weights_extent_1);
                kiln::tensor_load_2(weights_tile[stage_1], tensor_maps.of[0], full[writing], (u32)weights_at_1, (u32)weights_at);
            }
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        const usize stage = reading * 4096;
        const usize stage_1 = reading * 2048;
        __align__(16) array<i32, 4> table_tile;
        const usize table_column = kiln::int_min(i, table_extent_1) * 128;
        const usize table_columns = kiln::saturating_sub_u64(table_extent_1, table_column);
        const usize table_start = turn * table_stride_0 + table_column;
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            table_tile[k] = -1;
        }
        if (turn < table_extent_0 && thread_start_1 < table_columns) {
            kiln::move_16(table_tile[0], table[table_start + thread_start_1]);
        }
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        kiln::wgmma_bf16_64km(sum[0], kiln::wgmma_factor<0x8000002000010000ull>(x_tile[thread_part_2 * 2048 + stage]), kiln::wgmma_factor<0x4000004001000000ull>(weights_tile[stage_1]));
        kiln::wgmma_bf16_64km(sum[0], kiln::wgmma_factor<0x8000002000010000ull>(x_tile[thread_part_2 * 2048 + stage + 16]), kiln::wgmma_factor<0x4000004001000000ull>(weights_tile[stage_1 + 1024]));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        kiln::wgmma_finish_64(sum[0]);
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            greatest[r] = kiln::int_max(greatest[r], table_tile[r]);
        }
        phase = reading == 3 ? phase ^ 1 : phase;
        reading = reading == 3 ? 0 : reading + 1;
        writing = writing == 3 ? 0 : writing + 1;
    }
    const usize y_row = kiln::int_min(i, y_extent_0) * 128;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const usize y_column = kiln::int_min(j, y_extent_1) * 64;
    const usize y_columns = kiln::saturating_sub_u64(y_extent_1, y_column);
    const usize y_start = y_row * y_stride_0 + y_column;
    #pragma unroll
    for (usize j_1 = 0; j_1 < 8; ++j_1) {
        #pragma unroll
        for (usize i_1 = 0; i_1 < 2; ++i_1) {
            if (thread_part_3 + thread_start_2 + i_1 * 8 < y_rows && thread_start_3 + j_1 * 8 < y_columns) {
                kiln::move_8(y[y_start + (thread_part_3 + thread_start_2) * y_stride_0 + thread_start_3 + i_1 * 8 * y_stride_0 + j_1 * 8], sum[j_1 * 4 + i_1 * 2]);
            }
        }
    }
    i32 greatest_1;
    if (warp < 1) {
        kiln::move_16(exchange[thread_start_1], greatest[0]);
    }
    __syncthreads();
    greatest_1 = exchange[thread_part_4];
    i32 tile;
    tile = greatest_1;
    const usize last_row = kiln::int_min(i, last_extent_0) * 128;
    const usize last_rows = kiln::saturating_sub_u64(last_extent_0, last_row);
    const usize last_start = last_row * last_stride_0 + j;
    if (thread_part_5 < 1 && j < last_extent_1 && thread_part_4 < last_rows) {
        last[last_start + thread_part_4 * last_stride_0] = tile;
    }
}
