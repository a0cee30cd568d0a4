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
//   mbarrier_pass.e45d2d63 move_8.e96dfb16 pinned.b3e485d0 wgmma_factor.7c548dc1 __align__.b21b4e2f
//   div_ceil_u64.4268445c saturating_sub_u64.bf257835 tensor_load_2.af72e735 wgmma_bf16_64km.2a33cc87
//   wgmma_finish_64.302fb7ca

extern "C" __global__ void __launch_bounds__(128, 2) windows(
    isize shift,
    const bf16* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    const bf16* __restrict__ b, usize b_len,
    usize b_extent_0,
    usize b_extent_1,
    usize b_stride_0,
    usize b_stride_1,
    float* __restrict__ y, usize y_len,
    usize y_extent_0,
    usize y_extent_1,
    usize y_stride_0,
    usize y_stride_1,
    const __grid_constant__ kiln::tensor_maps tensor_maps
) {
    __shared__ __align__(16) array<bf16, 2048> x_1;
    __shared__ __align__(16) array<bf16, 8192> b_tile;
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
    const usize warp = kiln::pinned(thread >> 5);
    const usize lane = kiln::pinned(thread & 31);
    const usize thread_part = kiln::pinned(thread >> 2 & 7);
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
    __align__(16) array<float, 32> sum;
    #pragma unroll
    for (usize r = 0; r < 32; ++r) {
        sum[r] = 0.0f;
    }
    const usize last = kiln::div_ceil_u64(b_extent_0, 32ull);
    const usize left = kiln::saturating_sub_u64(last, 0ull);
    if (0 < left) {
        if (thread < 1) {
            kiln::mbarrier_expect(full[0], 4096u);
            const usize b_at = kiln::int_min(kiln::int_min(j, b_extent_1) * 64, b_extent_1);
            kiln::tensor_load_2(b_tile[0], tensor_maps.of[0], full[0], (u32)b_at, (u32)0ull);
        }
    }
    if (1 < left) {
        const usize ahead = 0ull + 1;
        if (thread < 1) {
            kiln::mbarrier_expect(full[1], 4096u);
            const usize b_at = kiln::int_min(kiln::int_min(ahead, b_extent_0) * 32, b_extent_0);
            const usize b_at_1 = kiln::int_min(kiln::int_min(j, b_extent_1) * 64, b_extent_1);
            kiln::tensor_load_2(b_tile[2048], tensor_maps.of[0], full[1], (u32)b_at_1, (u32)b_at);
        }
    }
    if (2 < left) {
        const usize ahead = 0ull + 2;
        if (thread < 1) {
            kiln::mbarrier_expect(full[2], 4096u);
            const usize b_at = kiln::int_min(kiln::int_min(ahead, b_extent_0) * 32, b_extent_0);
            const usize b_at_1 = kiln::int_min(kiln::int_min(j, b_extent_1) * 64, b_extent_1);
            kiln::tensor_load_2(b_tile[4096], tensor_maps.of[0], full[2], (u32)b_at_1, (u32)b_at);
        }
    }
    usize writing = 3;
    for (usize k = 0; k < last; ++k) {
        kiln::mbarrier_pass(full[reading], (u32)phase);
        __syncthreads();
        if (3 < last - k) {
            const usize ahead = k + 3;
            if (thread < 1) {
                kiln::mbarrier_expect(full[writing], 4096u);
                const usize stage = writing * 2048;
                const usize b_at = kiln::int_min(kiln::int_min(ahead, b_extent_0) * 32, b_extent_0);
                const usize b_at_1 = kiln::int_min(kiln::int_min(j, b_extent_1) * 64, b_extent_1);
                kiln::tensor_load_2(b_tile[stage], tensor_maps.of[0], full[writing], (u32)b_at_1, (u32)b_at);
            }
        }
        const usize stage = reading * 2048;
        const usize at = (usize)(isize)((isize)i * 64ull);
        const usize at_1 = (usize)(isize)((isize)k * 32ull + shift);
        const usize left_1 = kiln::saturating_sub_u64(x_extent_0, at);
        const usize left_2 = kiln::saturating_sub_u64(x_extent_1, at_1);
        const usize x_start = at * x_stride_0 + at_1;
        #pragma unroll
        for (usize i_1 = 0; i_1 < 16; ++i_1) {
            x_1[(lane >> 5) * 2048 + (warp + i_1 * 4) * 32 + (lane & 31 ^ (warp + i_1 * 4 >> 1 & 3ull) * 8)] = at + warp + i_1 * 4 < x_extent_0 && at_1 + lane < x_extent_1 ? x[x_start + warp * x_stride_0 + lane + i_1 * 4 * x_stride_0] : bf16(0.0f);
        }
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        __syncthreads();
        kiln::wgmma_bf16_64km(sum[0], kiln::wgmma_factor<0x8000002000010000ull>(x_1[0]), kiln::wgmma_factor<0x4000004001000000ull>(b_tile[stage]));
        kiln::wgmma_bf16_64km(sum[0], kiln::wgmma_factor<0x8000002000010000ull>(x_1[16]), kiln::wgmma_factor<0x4000004001000000ull>(b_tile[stage + 1024]));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        kiln::wgmma_finish_64(sum[0]);
        phase = reading == 3 ? phase ^ 1 : phase;
        reading = reading == 3 ? 0 : reading + 1;
        writing = writing == 3 ? 0 : writing + 1;
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
