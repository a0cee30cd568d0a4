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

// prelude: shared_address.62766488 async_copy_16.70b3f515 fail_record.18877a3b fail.ebbbc3a8 int_max.1a21aab5
//   int_min.8439cc99 mbarrier_expect.05ec983d mbarrier_init.40257f98 mbarrier_pass.e45d2d63 move_8.e96dfb16
//   unsigned_by_size.3ee267ca limits.6be52157 mul_hi.bbe700f6 pinned.b3e485d0 wgmma_factor.7c548dc1 __align__.b21b4e2f
//   div_ceil_u64.4268445c saturating_sub_u64.bf257835 tensor_load_2.af72e735 wgmma_finish_128.4dc9f0a5
//   wgmma_bf16_128km.62d0f58b launch_info.2c992ef7

extern "C" __global__ void __launch_bounds__(256, 1) by_quotient(
    usize strips,
    u32 taps,
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
    const __grid_constant__ kiln::tensor_maps tensor_maps,
    const kiln::launch_info kiln
) {
    extern __shared__ __align__(1024) u8 shared_memory[];
    array<bf16, 32768>& x_tile = *(array<bf16, 32768>*)(shared_memory + 0);
    array<bf16, 32768>& weights_tile = *(array<bf16, 32768>*)(shared_memory + 65536);
    array<u64, 4>& full = *(array<u64, 4>*)(shared_memory + 131072);
    array<u32, 128>& exchange = *(array<u32, 128>*)(shared_memory + 131104);
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
    const usize thread_part = kiln::pinned(thread >> 1);
    const usize thread_part_1 = kiln::pinned(thread & 1);
    const usize thread_part_2 = kiln::pinned(thread >> 3);
    const usize thread_part_3 = kiln::pinned(thread & 7);
    const usize thread_start = thread_part_3 * 8;
    const usize thread_part_4 = kiln::pinned(thread >> 7);
    const usize thread_part_5 = kiln::pinned(thread >> 2 & 7);
    const usize warp = kiln::pinned(thread >> 5);
    const usize thread_start_1 = warp * 16;
    const usize thread_part_6 = kiln::pinned(thread & 3);
    const usize thread_start_2 = thread_part_6 * 2;
    const usize i = kiln::pinned((usize)blockIdx.x);
    const usize j = kiln::pinned((usize)blockIdx.y);
    const u32 scalar = (u32)(i * 128);
    const u32 own = (u32)thread_part + scalar;
    __align__(16) array<float, 64> sum;
    #pragma unroll
    for (usize r = 0; r < 64; ++r) {
        sum[r] = 0.0f;
    }
    if (0 < kiln::div_ceil_u64(weights_extent_0, 64ull) & strips == 0) {
        kiln.fail(7, (u64)0ull, (u64)strips);
    }
    const usize reciprocal = 18446744073709551615ull / kiln::int_max(strips, 1ull);
    const usize last = kiln::div_ceil_u64(weights_extent_0, 64ull);
    array<u32, 4> exchanged;
    if (thread_part_1 < 1) {
        exchange[thread_part] = own;
    }
    __syncthreads();
    #pragma unroll
    for (usize i_1 = 0; i_1 < 4; ++i_1) {
        exchanged[i_1] = exchange[thread_part_2 + i_1 * 32];
    }
    const usize left = kiln::saturating_sub_u64(last, 0ull);
    if (0 < left) {
        const usize turn = 0;
        const usize dividend = turn;
        const usize quotient = kiln::mul_hi(dividend, reciprocal);
        const usize rest = dividend - quotient * strips;
        const usize saved = rest < strips ? quotient : quotient + 1;
        const usize dividend_1 = turn;
        const usize quotient_1 = kiln::mul_hi(dividend_1, reciprocal);
        const usize rest_1 = dividend_1 - quotient_1 * strips;
        const usize saved_1 = rest_1 < strips ? rest_1 : rest_1 - strips;
        const usize tap = saved;
        const usize strip = saved_1;
        array<u32, 4> own_1;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            own_1[r] = exchanged[r];
        }
        const u32 scalar_1 = (u32)tap;
        const u32 scalar_2 = taps / 2;
        array<u32, 4> from;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            from[r] = own_1[r] + scalar_1 - scalar_2;
        }
        const usize x_column = kiln::int_min(strip, x_extent_1) * 64;
        const usize x_columns = kiln::saturating_sub_u64(x_extent_1, x_column);
        #pragma unroll
        for (usize i_1 = 0; i_1 < 4; ++i_1) {
            kiln::async_copy_16(x_tile[(thread_start >> 6) * 8192 + (thread_part_2 + i_1 * 32) * 64 + (thread_start & 63 ^ (thread_part_2 + i_1 * 32 & 7ull) * 8)], x[x_column + thread_start + (usize)from[i_1] * x_stride_0], (usize)from[i_1] < x_extent_0 && thread_start < x_columns ? 16u : 0u);
        }
        if (thread < 1) {
            kiln::mbarrier_expect(full[0], 16384u);
            const usize weights_at = kiln::int_min(kiln::int_min(j, weights_extent_1) * 128, weights_extent_1);
            kiln::tensor_load_2(weights_tile[0], tensor_maps.of[0], full[0], (u32)weights_at, (u32)0ull);
            kiln::tensor_load_2(weights_tile[0ull + 4096], tensor_maps.of[0], full[0], (u32)(weights_at + 64), (u32)0ull);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (1 < left) {
        const usize ahead = 0ull + 1;
        const usize turn = ahead;
        const usize dividend = turn;
        const usize quotient = kiln::mul_hi(dividend, reciprocal);
        const usize rest = dividend - quotient * strips;
        const usize saved = rest < strips ? quotient : quotient + 1;
        const usize dividend_1 = turn;
        const usize quotient_1 = kiln::mul_hi(dividend_1, reciprocal);
        const usize rest_1 = dividend_1 - quotient_1 * strips;
        const usize saved_1 = rest_1 < strips ? rest_1 : rest_1 - strips;
        const usize tap = saved;
        const usize strip = saved_1;
        array<u32, 4> own_1;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            own_1[r] = exchanged[r];
        }
        const u32 scalar_1 = (u32)tap;
        const u32 scalar_2 = taps / 2;
        array<u32, 4> from;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            from[r] = own_1[r] + scalar_1 - scalar_2;
        }
        const usize x_column = kiln::int_min(strip, x_extent_1) * 64;
        const usize x_columns = kiln::saturating_sub_u64(x_extent_1, x_column);
        #pragma unroll
        for (usize i_1 = 0; i_1 < 4; ++i_1) {
            kiln::async_copy_16(x_tile[(thread_start >> 6) * 8192 + (thread_part_2 + i_1 * 32) * 64 + (thread_start & 63 ^ (thread_part_2 + i_1 * 32 & 7ull) * 8) + 8192], x[x_column + thread_start + (usize)from[i_1] * x_stride_0], (usize)from[i_1] < x_extent_0 && thread_start < x_columns ? 16u : 0u);
        }
        if (thread < 1) {
            kiln::mbarrier_expect(full[1], 16384u);
            const usize weights_at = kiln::int_min(kiln::int_min(ahead, weights_extent_0) * 64, weights_extent_0);
            const usize weights_at_1 = kiln::int_min(kiln::int_min(j, weights_extent_1) * 128, weights_extent_1);
            kiln::tensor_load_2(weights_tile[8192], tensor_maps.of[0], full[1], (u32)weights_at_1, (u32)weights_at);
            kiln::tensor_load_2(weights_tile[8192ull + 4096], tensor_maps.of[0], full[1], (u32)(weights_at_1 + 64), (u32)weights_at);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (2 < left) {
        const usize ahead = 0ull + 2;
        const usize turn = ahead;
        const usize dividend = turn;
        const usize quotient = kiln::mul_hi(dividend, reciprocal);
        const usize rest = dividend - quotient * strips;
        const usize saved = rest < strips ? quotient : quotient + 1;
        const usize dividend_1 = turn;
        const usize quotient_1 = kiln::mul_hi(dividend_1, reciprocal);
        const usize rest_1 = dividend_1 - quotient_1 * strips;
        const usize saved_1 = rest_1 < strips ? rest_1 : rest_1 - strips;
        const usize tap = saved;
        const usize strip = saved_1;
        array<u32, 4> own_1;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            own_1[r] = exchanged[r];
        }
        const u32 scalar_1 = (u32)tap;
        const u32 scalar_2 = taps / 2;
        array<u32, 4> from;
        #pragma unroll
        for (usize r = 0; r < 4; ++r) {
            from[r] = own_1[r] + scalar_1 - scalar_2;
        }
        const usize x_column = kiln::int_min(strip, x_extent_1) * 64;
        const usize x_columns = kiln::saturating_sub_u64(x_extent_1, x_column);
        #pragma unroll
        for (usize i_1 = 0; i_1 < 4; ++i_1) {
            kiln::async_copy_16(x_tile[(thread_start >> 6) * 8192 + (thread_part_2 + i_1 * 32) * 64 + (thread_start & 63 ^ (thread_part_2 + i_1 * 32 & 7ull) * 8) + 16384], x[x_column + thread_start + (usize)from[i_1] * x_stride_0], (usize)from[i_1] < x_extent_0 && thread_start < x_columns ? 16u : 0u);
        }
        if (thread < 1) {
            kiln::mbarrier_expect(full[2], 16384u);
            const usize weights_at = kiln::int_min(kiln::int_min(ahead, weights_extent_0) * 64, weights_extent_0);
            const usize weights_at_1 = kiln::int_min(kiln::int_min(j, weights_extent_1) * 128, weights_extent_1);
            kiln::tensor_load_2(weights_tile[16384], tensor_maps.of[0], full[2], (u32)weights_at_1, (u32)weights_at);
            kiln::tensor_load_2(weights_tile[16384ull + 4096], tensor_maps.of[0], full[2], (u32)(weights_at_1 + 64), (u32)weights_at);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    usize writing = 3;
    kiln::wgmma_finish_128(sum[0]);
    for (usize turn = 0; turn < last; ++turn) {
        kiln::mbarrier_pass(full[reading], (u32)phase);
        asm volatile("cp.async.wait_group %0;" :: "n"(2u) : "memory");
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        const usize stage = reading * 8192;
        const usize stage_1 = reading * 8192;
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        kiln::wgmma_bf16_128km(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(x_tile[thread_part_4 * 4096 + stage]), kiln::wgmma_factor<0x4000004002000000ull>(weights_tile[stage_1]));
        kiln::wgmma_bf16_128km(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(x_tile[thread_part_4 * 4096 + stage + 16]), kiln::wgmma_factor<0x4000004002000000ull>(weights_tile[stage_1 + 1024]));
        kiln::wgmma_bf16_128km(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(x_tile[thread_part_4 * 4096 + stage + 32]), kiln::wgmma_factor<0x4000004002000000ull>(weights_tile[stage_1 + 2048]));
        kiln::wgmma_bf16_128km(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(x_tile[thread_part_4 * 4096 + stage + 48]), kiln::wgmma_factor<0x4000004002000000ull>(weights_tile[stage_1 + 3072]));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned %0;" :: "n"(1u) : "memory");
        __syncthreads();
        if (3 < last - turn) {
            const usize ahead = turn + 3;
            const usize turn_1 = ahead;
            const usize dividend = turn_1;
            const usize quotient = kiln::mul_hi(dividend, reciprocal);
            const usize rest = dividend - quotient * strips;
            const usize saved = rest < strips ? quotient : quotient + 1;
            const usize dividend_1 = turn_1;
            const usize quotient_1 = kiln::mul_hi(dividend_1, reciprocal);
            const usize rest_1 = dividend_1 - quotient_1 * strips;
            const usize saved_1 = rest_1 < strips ? rest_1 : rest_1 - strips;
            const usize tap = saved;
            const usize strip = saved_1;
            array<u32, 4> own_1;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                own_1[r] = exchanged[r];
            }
            const u32 scalar_1 = (u32)tap;
            const u32 scalar_2 = taps / 2;
            array<u32, 4> from;
            #pragma unroll
            for (usize r = 0; r < 4; ++r) {
                from[r] = own_1[r] + scalar_1 - scalar_2;
            }
            const usize stage_2 = writing * 8192;
            const usize x_column = kiln::int_min(strip, x_extent_1) * 64;
            const usize x_columns = kiln::saturating_sub_u64(x_extent_1, x_column);
            #pragma unroll
            for (usize i_1 = 0; i_1 < 4; ++i_1) {
                kiln::async_copy_16(x_tile[(thread_start >> 6) * 8192 + (thread_part_2 + i_1 * 32) * 64 + (thread_start & 63 ^ (thread_part_2 + i_1 * 32 & 7ull) * 8) + stage_2], x[x_column + thread_start + (usize)from[i_1] * x_stride_0], (usize)from[i_1] < x_extent_0 && thread_start < x_columns ? 16u : 0u);
            }
            if (thread < 1) {
                kiln::mbarrier_expect(full[writing], 16384u);
                const usize stage_3 = writing * 8192;
                const usize weights_at = kiln::int_min(kiln::int_min(ahead, weights_extent_0) * 64, weights_extent_0);
                const usize weights_at_1 = kiln::int_min(kiln::int_min(j, weights_extent_1) * 128, weights_extent_1);
                kiln::tensor_load_2(weights_tile[stage_3], tensor_maps.of[0], full[writing], (u32)weights_at_1, (u32)weights_at);
                kiln::tensor_load_2(weights_tile[stage_3 + 4096], tensor_maps.of[0], full[writing], (u32)(weights_at_1 + 64), (u32)weights_at);
            }
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        phase = reading == 3 ? phase ^ 1 : phase;
        reading = reading == 3 ? 0 : reading + 1;
        writing = writing == 3 ? 0 : writing + 1;
    }
    kiln::wgmma_finish_128(sum[0]);
    const usize y_row = kiln::int_min(i, y_extent_0) * 128;
    const usize y_rows = kiln::saturating_sub_u64(y_extent_0, y_row);
    const usize y_column = kiln::int_min(j, y_extent_1) * 128;
    const usize y_columns = kiln::saturating_sub_u64(y_extent_1, y_column);
    const usize y_start = y_row * y_stride_0 + y_column;
    #pragma unroll
    for (usize j_1 = 0; j_1 < 16; ++j_1) {
        #pragma unroll
        for (usize i_1 = 0; i_1 < 2; ++i_1) {
            if (thread_part_5 + thread_start_1 + i_1 * 8 < y_rows && thread_start_2 + j_1 * 8 < y_columns) {
                kiln::move_8(y[y_start + (thread_part_5 + thread_start_1) * y_stride_0 + thread_start_2 + i_1 * 8 * y_stride_0 + j_1 * 8], sum[j_1 * 4 + i_1 * 2]);
            }
        }
    }
}
