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

// prelude: int_max.1a21aab5 int_min.8439cc99 shared_address.62766488 mbarrier_expect.05ec983d mbarrier_init.40257f98
//   mbarrier_pass.e45d2d63 move_8.e96dfb16 pinned.b3e485d0 wgmma_factor.7c548dc1 __align__.0125cfd5
//   saturating_sub_u64.bf257835 tensor_load_3.2711ee2c tensor_load_2.af72e735 wgmma_bf16_64km.2a33cc87
//   wgmma_finish_64.302fb7ca

extern "C" __global__ void __launch_bounds__(128, 2) by_page(
    const u32* __restrict__ pages, usize pages_len,
    usize pages_extent_0,
    usize pages_extent_1,
    usize pages_stride_0,
    usize pages_stride_1,
    const u32* __restrict__ counts, usize counts_len,
    usize counts_extent_0,
    usize counts_stride_0,
    const bf16* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_extent_2,
    usize x_stride_0,
    usize x_stride_1,
    usize x_stride_2,
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
    extern __shared__ __align__(1024) u8 shared_memory[];
    array<bf16, 16384>& x_tile = *(array<bf16, 16384>*)(shared_memory + 0);
    array<bf16, 16384>& weights_tile = *(array<bf16, 16384>*)(shared_memory + 32768);
    array<u64, 4>& full = *(array<u64, 4>*)(shared_memory + 65536);
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
    const u32 counts_tile = i < counts_extent_0 ? counts[i] : 0;
    u32 total = 0;
    total = total + counts_tile;
    const u32 sum = total;
    const usize count = (usize)sum;
    __align__(16) array<float, 32> sum_1;
    #pragma unroll
    for (usize r = 0; r < 32; ++r) {
        sum_1[r] = 0.0f;
    }
    const usize left = kiln::saturating_sub_u64(count, 0ull);
    if (0 < left) {
        const usize turn = 0;
        u32 pages_tile;
        const usize pages_start = i * pages_stride_0 + turn;
        pages_tile = i < pages_extent_0 && turn < pages_extent_1 ? pages[pages_start] : 0;
        u32 total_1 = 0;
        total_1 = total_1 + pages_tile;
        const u32 sum_2 = total_1;
        const usize page = (usize)sum_2;
        if (thread < 1) {
            kiln::mbarrier_expect(full[0], 16384u);
            const usize x_at = kiln::int_min(page, x_extent_0);
            kiln::tensor_load_3(x_tile[0], tensor_maps.of[0], full[0], (u32)0ull, (u32)0ull, (u32)x_at);
            const usize weights_at = kiln::int_min(kiln::int_min(j, weights_extent_1) * 64, weights_extent_1);
            kiln::tensor_load_2(weights_tile[0], tensor_maps.of[1], full[0], (u32)weights_at, (u32)0ull);
        }
    }
    if (1 < left) {
        const usize ahead = 0ull + 1;
        const usize turn = ahead;
        u32 pages_tile;
        const usize pages_start = i * pages_stride_0 + turn;
        pages_tile = i < pages_extent_0 && turn < pages_extent_1 ? pages[pages_start] : 0;
        u32 total_1 = 0;
        total_1 = total_1 + pages_tile;
        const u32 sum_2 = total_1;
        const usize page = (usize)sum_2;
        if (thread < 1) {
            kiln::mbarrier_expect(full[1], 16384u);
            const usize x_at = kiln::int_min(page, x_extent_0);
            kiln::tensor_load_3(x_tile[4096], tensor_maps.of[0], full[1], (u32)0ull, (u32)0ull, (u32)x_at);
            const usize weights_at = kiln::int_min(kiln::int_min(ahead, weights_extent_0) * 64, weights_extent_0);
            const usize weights_at_1 = kiln::int_min(kiln::int_min(j, weights_extent_1) * 64, weights_extent_1);
            kiln::tensor_load_2(weights_tile[4096], tensor_maps.of[1], full[1], (u32)weights_at_1, (u32)weights_at);
        }
    }
    if (2 < left) {
        const usize ahead = 0ull + 2;
        const usize turn = ahead;
        u32 pages_tile;
        const usize pages_start = i * pages_stride_0 + turn;
        pages_tile = i < pages_extent_0 && turn < pages_extent_1 ? pages[pages_start] : 0;
        u32 total_1 = 0;
        total_1 = total_1 + pages_tile;
        const u32 sum_2 = total_1;
        const usize page = (usize)sum_2;
        if (thread < 1) {
            kiln::mbarrier_expect(full[2], 16384u);
            const usize x_at = kiln::int_min(page, x_extent_0);
            kiln::tensor_load_3(x_tile[8192], tensor_maps.of[0], full[2], (u32)0ull, (u32)0ull, (u32)x_at);
            const usize weights_at = kiln::int_min(kiln::int_min(ahead, weights_extent_0) * 64, weights_extent_0);
            const usize weights_at_1 = kiln::int_min(kiln::int_min(j, weights_extent_1) * 64, weights_extent_1);
            kiln::tensor_load_2(weights_tile[8192], tensor_maps.of[1], full[2], (u32)weights_at_1, (u32)weights_at);
        }
    }
    usize writing = 3;
    for (usize turn = 0; turn < count; ++turn) {
        kiln::mbarrier_pass(full[reading], (u32)phase);
        const usize stage = reading * 4096;
        const usize stage_1 = reading * 4096;
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        kiln::wgmma_bf16_64km(sum_1[0], kiln::wgmma_factor<0x4000004000010000ull>(x_tile[stage]), kiln::wgmma_factor<0x4000004002000000ull>(weights_tile[stage_1]));
        kiln::wgmma_bf16_64km(sum_1[0], kiln::wgmma_factor<0x4000004000010000ull>(x_tile[stage + 16]), kiln::wgmma_factor<0x4000004002000000ull>(weights_tile[stage_1 + 1024]));
        kiln::wgmma_bf16_64km(sum_1[0], kiln::wgmma_factor<0x4000004000010000ull>(x_tile[stage + 32]), kiln::wgmma_factor<0x4000004002000000ull>(weights_tile[stage_1 + 2048]));
        kiln::wgmma_bf16_64km(sum_1[0], kiln::wgmma_factor<0x4000004000010000ull>(x_tile[stage + 48]), kiln::wgmma_factor<0x4000004002000000ull>(weights_tile[stage_1 + 3072]));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned %0;" :: "n"(1u) : "memory");
        __syncthreads();
        if (3 < count - turn) {
            const usize ahead = turn + 3;
            const usize turn_1 = ahead;
            u32 pages_tile;
            const usize pages_start = i * pages_stride_0 + turn_1;
            pages_tile = i < pages_extent_0 && turn_1 < pages_extent_1 ? pages[pages_start] : 0;
            u32 total_1 = 0;
            total_1 = total_1 + pages_tile;
            const u32 sum_2 = total_1;
            const usize page = (usize)sum_2;
            if (thread < 1) {
                kiln::mbarrier_expect(full[writing], 16384u);
                const usize stage_2 = writing * 4096;
                const usize x_at = kiln::int_min(page, x_extent_0);
                kiln::tensor_load_3(x_tile[stage_2], tensor_maps.of[0], full[writing], (u32)0ull, (u32)0ull, (u32)x_at);
                const usize stage_3 = writing * 4096;
                const usize weights_at = kiln::int_min(kiln::int_min(ahead, weights_extent_0) * 64, weights_extent_0);
                const usize weights_at_1 = kiln::int_min(kiln::int_min(j, weights_extent_1) * 64, weights_extent_1);
                kiln::tensor_load_2(weights_tile[stage_3], tensor_maps.of[1], full[writing], (u32)weights_at_1, (u32)weights_at);
            }
        }
        phase = reading == 3 ? phase ^ 1 : phase;
        reading = reading == 3 ? 0 : reading + 1;
        writing = writing == 3 ? 0 : writing + 1;
    }
    kiln::wgmma_finish_64(sum_1[0]);
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
                kiln::move_8(y[y_start + (thread_part + thread_start) * y_stride_0 + thread_start_1 + i_1 * 8 * y_stride_0 + j_1 * 8], sum_1[j_1 * 4 + i_1 * 2]);
            }
        }
    }
}
