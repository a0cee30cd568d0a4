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

// prelude: int_max.1a21aab5 int_min.8439cc99 shared_address.62766488 mbarrier_expect.05ec983d mbarrier_init.40257f98
//   mbarrier_pass.e45d2d63 move_4.7d00b3c3 pinned.b3e485d0 store_16.d38ece70 wgmma_factor.7c548dc1 __align__.0125cfd5
//   div_ceil_u64.4268445c saturating_sub_u64.bf257835 tensor_load_2.af72e735 wgmma_bf16_128km.62d0f58b
//   wgmma_finish_128.4dc9f0a5

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
    usize c_stride_1,
    const __grid_constant__ kiln::tensor_maps tensor_maps
) {
    extern __shared__ __align__(1024) u8 shared_memory[];
    array<bf16, 32768>& a_tile = *(array<bf16, 32768>*)(shared_memory + 0);
    array<bf16, 32768>& b_tile = *(array<bf16, 32768>*)(shared_memory + 65536);
    array<u64, 4>& full = *(array<u64, 4>*)(shared_memory + 131072);
    array<bf16, 9216>& panels = *(array<bf16, 9216>*)(shared_memory + 131104);
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
    const usize thread_part = kiln::pinned(thread >> 7);
    const usize warp = kiln::pinned(thread >> 5);
    const usize thread_start = warp * 1152;
    const usize thread_part_1 = kiln::pinned(thread >> 2 & 7);
    const usize thread_part_2 = kiln::pinned(thread & 3);
    const usize thread_start_1 = thread_part_2 * 2;
    const usize thread_part_3 = kiln::pinned(thread >> 3 & 3);
    const usize thread_start_2 = warp * 16;
    const usize thread_part_4 = kiln::pinned(thread & 7);
    const usize thread_start_3 = thread_part_4 * 8;
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
    const usize m = tile_0;
    const usize n = tile_1;
    __align__(16) array<float, 64> acc;
    #pragma unroll
    for (usize r = 0; r < 64; ++r) {
        acc[r] = 0.0f;
    }
    const usize last = kiln::div_ceil_u64(a_extent_1, 64ull);
    const usize left = kiln::saturating_sub_u64(last, 0ull);
    if (0 < left) {
        if (thread < 1) {
            kiln::mbarrier_expect(full[0], 32768u);
            const usize a_at = kiln::int_min(kiln::int_min(m, a_extent_0) * 128, a_extent_0);
            kiln::tensor_load_2(a_tile[0], tensor_maps.of[0], full[0], (u32)0ull, (u32)a_at);
            const usize b_at = kiln::int_min(kiln::int_min(n, b_extent_1) * 128, b_extent_1);
            kiln::tensor_load_2(b_tile[0], tensor_maps.of[1], full[0], (u32)b_at, (u32)0ull);
            kiln::tensor_load_2(b_tile[0ull + 4096], tensor_maps.of[1], full[0], (u32)(b_at + 64), (u32)0ull);
        }
    }
    if (1 < left) {
        const usize ahead = 0ull + 1;
        if (thread < 1) {
            kiln::mbarrier_expect(full[1], 32768u);
            const usize a_at = kiln::int_min(kiln::int_min(m, a_extent_0) * 128, a_extent_0);
            const usize a_at_1 = kiln::int_min(kiln::int_min(ahead, a_extent_1) * 64, a_extent_1);
            kiln::tensor_load_2(a_tile[8192], tensor_maps.of[0], full[1], (u32)a_at_1, (u32)a_at);
            const usize b_at = kiln::int_min(kiln::int_min(ahead, b_extent_0) * 64, b_extent_0);
            const usize b_at_1 = kiln::int_min(kiln::int_min(n, b_extent_1) * 128, b_extent_1);
            kiln::tensor_load_2(b_tile[8192], tensor_maps.of[1], full[1], (u32)b_at_1, (u32)b_at);
            kiln::tensor_load_2(b_tile[8192ull + 4096], tensor_maps.of[1], full[1], (u32)(b_at_1 + 64), (u32)b_at);
        }
    }
    if (2 < left) {
        const usize ahead = 0ull + 2;
        if (thread < 1) {
            kiln::mbarrier_expect(full[2], 32768u);
            const usize a_at = kiln::int_min(kiln::int_min(m, a_extent_0) * 128, a_extent_0);
            const usize a_at_1 = kiln::int_min(kiln::int_min(ahead, a_extent_1) * 64, a_extent_1);
            kiln::tensor_load_2(a_tile[16384], tensor_maps.of[0], full[2], (u32)a_at_1, (u32)a_at);
            const usize b_at = kiln::int_min(kiln::int_min(ahead, b_extent_0) * 64, b_extent_0);
            const usize b_at_1 = kiln::int_min(kiln::int_min(n, b_extent_1) * 128, b_extent_1);
            kiln::tensor_load_2(b_tile[16384], tensor_maps.of[1], full[2], (u32)b_at_1, (u32)b_at);
            kiln::tensor_load_2(b_tile[16384ull + 4096], tensor_maps.of[1], full[2], (u32)(b_at_1 + 64), (u32)b_at);
        }
    }
    usize writing = 3;
    for (usize k = 0; k < last; ++k) {
        kiln::mbarrier_pass(full[reading], (u32)phase);
        const usize stage = reading * 8192;
        const usize stage_1 = reading * 8192;
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        kiln::wgmma_bf16_128km(acc[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile[thread_part * 4096 + stage]), kiln::wgmma_factor<0x4000004002000000ull>(b_tile[stage_1]));
        kiln::wgmma_bf16_128km(acc[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile[thread_part * 4096 + stage + 16]), kiln::wgmma_factor<0x4000004002000000ull>(b_tile[stage_1 + 1024]));
        kiln::wgmma_bf16_128km(acc[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile[thread_part * 4096 + stage + 32]), kiln::wgmma_factor<0x4000004002000000ull>(b_tile[stage_1 + 2048]));
        kiln::wgmma_bf16_128km(acc[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile[thread_part * 4096 + stage + 48]), kiln::wgmma_factor<0x4000004002000000ull>(b_tile[stage_1 + 3072]));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned %0;" :: "n"(1u) : "memory");
        __syncthreads();
        if (3 < last - k) {
            const usize ahead = k + 3;
            if (thread < 1) {
                kiln::mbarrier_expect(full[writing], 32768u);
                const usize stage_2 = writing * 8192;
                const usize a_at = kiln::int_min(kiln::int_min(m, a_extent_0) * 128, a_extent_0);
                const usize a_at_1 = kiln::int_min(kiln::int_min(ahead, a_extent_1) * 64, a_extent_1);
                kiln::tensor_load_2(a_tile[stage_2], tensor_maps.of[0], full[writing], (u32)a_at_1, (u32)a_at);
                const usize stage_3 = writing * 8192;
                const usize b_at = kiln::int_min(kiln::int_min(ahead, b_extent_0) * 64, b_extent_0);
                const usize b_at_1 = kiln::int_min(kiln::int_min(n, b_extent_1) * 128, b_extent_1);
                kiln::tensor_load_2(b_tile[stage_3], tensor_maps.of[1], full[writing], (u32)b_at_1, (u32)b_at);
                kiln::tensor_load_2(b_tile[stage_3 + 4096], tensor_maps.of[1], full[writing], (u32)(b_at_1 + 64), (u32)b_at);
            }
        }
        phase = reading == 3 ? phase ^ 1 : phase;
        reading = reading == 3 ? 0 : reading + 1;
        writing = writing == 3 ? 0 : writing + 1;
    }
    kiln::wgmma_finish_128(acc[0]);
    __align__(16) array<bf16, 64> tile;
    const usize c_row = kiln::int_min(m, c_extent_0) * 128;
    const usize c_rows = kiln::saturating_sub_u64(c_extent_0, c_row);
    const usize c_column = kiln::int_min(n, c_extent_1) * 128;
    const usize c_columns = kiln::saturating_sub_u64(c_extent_1, c_column);
    const usize c_start = c_row * c_stride_0 + c_column;
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            #pragma unroll
            for (usize j_1 = 0; j_1 < 8; ++j_1) {
                #pragma unroll
                for (usize k = 0; k < 2; ++k) {
                    tile[(j * 8 + j_1) * 4 + i * 2 + k] = bf16(acc[(j * 8 + j_1) * 4 + i * 2 + k]);
                }
                kiln::move_4(panels[thread_start + (thread_part_1 + i * 8) * 72 + thread_start_1 + j_1 * 8], tile[(j * 8 + j_1) * 4 + i * 2]);
            }
        }
        __syncwarp();
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            if (thread_part_3 + thread_start_2 + i * 4 < c_rows && thread_start_3 + j * 64 < c_columns) {
                kiln::store_16(c[c_start + (thread_part_3 + thread_start_2) * c_stride_0 + thread_start_3 + i * 4 * c_stride_0 + j * 64], panels[thread_start + (thread_part_3 + i * 4) * 72 + thread_start_3]);
            }
        }
        __syncwarp();
    }
}
