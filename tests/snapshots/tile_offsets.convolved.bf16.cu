// only: sm_90
typedef int i32;
typedef long long isize;
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

// prelude: int_max.1a21aab5 int_min.8439cc99 shared_address.62766488 mbarrier_expect.05ec983d mbarrier_init.40257f98
//   mbarrier_pass.e45d2d63 move_8.e96dfb16 pinned.b3e485d0 wgmma_factor.7c548dc1 __align__.0125cfd5
//   div_ceil_u64.4268445c saturating_sub_u64.bf257835 tensor_load_2.af72e735 tensor_load_3.2711ee2c
//   wgmma_bf16_64km.2a33cc87 wgmma_finish_64.302fb7ca

extern "C" __global__ void __launch_bounds__(128, 2) convolved(
    const bf16* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    const bf16* __restrict__ weights, usize weights_len,
    usize weights_extent_0,
    usize weights_extent_1,
    usize weights_extent_2,
    usize weights_stride_0,
    usize weights_stride_1,
    usize weights_stride_2,
    float* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_stride_0,
    usize y_stride_1,
    const __grid_constant__ kiln::tensor_maps tensor_maps
) {
    __shared__ __align__(16) array<bf16, 8192> x_1;
    __shared__ __align__(16) array<bf16, 8192> weights_tile;
    __shared__ __align__(16) array<u64, 4> full;
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
    const usize thread_part = kiln::pinned(thread >> 2 & 7);
    const usize warp = kiln::pinned(thread >> 5);
    const usize thread_start = warp * 16;
    const usize thread_part_1 = kiln::pinned(thread & 3);
    const usize thread_start_1 = thread_part_1 * 2;
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
    const usize taps = weights_extent_0;
    const isize first = (isize)((isize)i * 64ull - (isize)(taps / 2));
    __align__(16) array<float, 32> sum;
    #pragma unroll
    for (usize r = 0; r < 32; ++r) {
        sum[r] = 0.0f;
    }
    for (usize tap = 0; tap < taps; ++tap) {
        const usize last = kiln::div_ceil_u64(x_extent_1, 32ull);
        const usize left = kiln::saturating_sub_u64(last, 0ull);
        if (0 < left) {
            const usize at = (usize)(isize)((usize)first + (isize)tap);
            const usize at_1 = (usize)(isize)((isize)0 * 32ull);
            if (thread < 1) {
                kiln::mbarrier_expect(full[reading < 4 ? reading : reading - 4], 8192u);
                const usize stage = (reading < 4 ? reading : reading - 4) * 2048;
                const usize x_at = (usize)kiln::int_min(kiln::int_max((isize)at, -64ll), (isize)x_extent_0);
                const usize x_at_1 = (usize)kiln::int_min(kiln::int_max((isize)at_1, -32ll), (isize)x_extent_1);
                kiln::tensor_load_2(x_1[stage], tensor_maps.of[0], full[reading < 4 ? reading : reading - 4], (u32)x_at_1, (u32)x_at);
                const usize stage_1 = (reading < 4 ? reading : reading - 4) * 2048;
                const usize weights_at = kiln::int_min(tap, weights_extent_0);
                const usize weights_at_1 = kiln::int_min(kiln::int_min(j, weights_extent_2) * 64, weights_extent_2);
                kiln::tensor_load_3(weights_tile[stage_1], tensor_maps.of[1], full[reading < 4 ? reading : reading - 4], (u32)weights_at_1, (u32)0ull, (u32)weights_at);
            }
        }
        const usize stage = reading + 1;
        if (1 < left) {
            const usize ahead = 0ull + 1;
            const usize at = (usize)(isize)((usize)first + (isize)tap);
            const usize at_1 = (usize)(isize)((isize)ahead * 32ull);
            if (thread < 1) {
                kiln::mbarrier_expect(full[stage < 4 ? stage : stage - 4], 8192u);
                const usize stage_1 = (stage < 4 ? stage : stage - 4) * 2048;
                const usize x_at = (usize)kiln::int_min(kiln::int_max((isize)at, -64ll), (isize)x_extent_0);
                const usize x_at_1 = (usize)kiln::int_min(kiln::int_max((isize)at_1, -32ll), (isize)x_extent_1);
                kiln::tensor_load_2(x_1[stage_1], tensor_maps.of[0], full[stage < 4 ? stage : stage - 4], (u32)x_at_1, (u32)x_at);
                const usize stage_2 = (stage < 4 ? stage : stage - 4) * 2048;
                const usize weights_at = kiln::int_min(tap, weights_extent_0);
                const usize weights_at_1 = kiln::int_min(kiln::int_min(ahead, weights_extent_1) * 32, weights_extent_1);
                const usize weights_at_2 = kiln::int_min(kiln::int_min(j, weights_extent_2) * 64, weights_extent_2);
                kiln::tensor_load_3(weights_tile[stage_2], tensor_maps.of[1], full[stage < 4 ? stage : stage - 4], (u32)weights_at_2, (u32)weights_at_1, (u32)weights_at);
            }
        }
        const usize stage_1 = reading + 2;
        if (2 < left) {
            const usize ahead = 0ull + 2;
            const usize at = (usize)(isize)((usize)first + (isize)tap);
            const usize at_1 = (usize)(isize)((isize)ahead * 32ull);
            if (thread < 1) {
                kiln::mbarrier_expect(full[stage_1 < 4 ? stage_1 : stage_1 - 4], 8192u);
                const usize stage_2 = (stage_1 < 4 ? stage_1 : stage_1 - 4) * 2048;
                const usize x_at = (usize)kiln::int_min(kiln::int_max((isize)at, -64ll), (isize)x_extent_0);
                const usize x_at_1 = (usize)kiln::int_min(kiln::int_max((isize)at_1, -32ll), (isize)x_extent_1);
                kiln::tensor_load_2(x_1[stage_2], tensor_maps.of[0], full[stage_1 < 4 ? stage_1 : stage_1 - 4], (u32)x_at_1, (u32)x_at);
                const usize stage_3 = (stage_1 < 4 ? stage_1 : stage_1 - 4) * 2048;
                const usize weights_at = kiln::int_min(tap, weights_extent_0);
                const usize weights_at_1 = kiln::int_min(kiln::int_min(ahead, weights_extent_1) * 32, weights_extent_1);
                const usize weights_at_2 = kiln::int_min(kiln::int_min(j, weights_extent_2) * 64, weights_extent_2);
                kiln::tensor_load_3(weights_tile[stage_3], tensor_maps.of[1], full[stage_1 < 4 ? stage_1 : stage_1 - 4], (u32)weights_at_2, (u32)weights_at_1, (u32)weights_at);
            }
        }
        const usize stage_2 = reading + 3;
        usize writing = stage_2 < 4 ? stage_2 : stage_2 - 4;
        for (usize k = 0; k < last; ++k) {
            kiln::mbarrier_pass(full[reading], (u32)phase);
            const usize stage_3 = reading * 2048;
            const usize stage_4 = reading * 2048;
            asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
            kiln::wgmma_bf16_64km(sum[0], kiln::wgmma_factor<0x8000002000010000ull>(x_1[stage_3]), kiln::wgmma_factor<0x4000004001000000ull>(weights_tile[stage_4]));
            kiln::wgmma_bf16_64km(sum[0], kiln::wgmma_factor<0x8000002000010000ull>(x_1[stage_3 + 16]), kiln::wgmma_factor<0x4000004001000000ull>(weights_tile[stage_4 + 1024]));
            asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
            asm volatile("wgmma.wait_group.sync.aligned %0;" :: "n"(1u) : "memory");
            __syncthreads();
            if (3 < last - k) {
                const usize ahead = k + 3;
                const usize at = (usize)(isize)((usize)first + (isize)tap);
                const usize at_1 = (usize)(isize)((isize)ahead * 32ull);
                if (thread < 1) {
                    kiln::mbarrier_expect(full[writing], 8192u);
                    const usize stage_5 = writing * 2048;
                    const usize x_at = (usize)kiln::int_min(kiln::int_max((isize)at, -64ll), (isize)x_extent_0);
                    const usize x_at_1 = (usize)kiln::int_min(kiln::int_max((isize)at_1, -32ll), (isize)x_extent_1);
                    kiln::tensor_load_2(x_1[stage_5], tensor_maps.of[0], full[writing], (u32)x_at_1, (u32)x_at);
                    const usize stage_6 = writing * 2048;
                    const usize weights_at = kiln::int_min(tap, weights_extent_0);
                    const usize weights_at_1 = kiln::int_min(kiln::int_min(ahead, weights_extent_1) * 32, weights_extent_1);
                    const usize weights_at_2 = kiln::int_min(kiln::int_min(j, weights_extent_2) * 64, weights_extent_2);
                    kiln::tensor_load_3(weights_tile[stage_6], tensor_maps.of[1], full[writing], (u32)weights_at_2, (u32)weights_at_1, (u32)weights_at);
                }
            }
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
            if (thread_part + thread_start + i_1 * 8 < y_rows && thread_start_1 + j_1 * 8 < y_columns) {
                kiln::move_8(y[y_start + (thread_part + thread_start) * y_stride_0 + thread_start_1 + i_1 * 8 * y_stride_0 + j_1 * 8], sum[j_1 * 4 + i_1 * 2]);
            }
        }
    }
}
