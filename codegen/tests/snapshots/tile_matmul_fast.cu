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

// prelude: shared_address.62766488 async_copy_16.70b3f515 int_max.1a21aab5 int_min.8439cc99 move_4.7d00b3c3
//   pinned.6e697c39 wgmma_factor.7c548dc1 div_ceil_u64.4268445c saturating_sub_u64.bf257835 wgmma_bf16_128km.62d0f58b
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
    usize c_stride_1
) {
    extern __shared__ __align__(1024) u8 shared_memory[];
    array<bf16, 32768>& a_tile = *(array<bf16, 32768>*)(shared_memory + 0);
    array<bf16, 32768>& b_tile = *(array<bf16, 32768>*)(shared_memory + 65536);
    const usize thread = kiln::pinned((usize)threadIdx.x);
    const usize thread_part = thread >> 3;
    const usize thread_part_1 = thread & 7;
    const usize thread_start = thread_part_1 * 8;
    const usize thread_part_2 = thread >> 4;
    const usize thread_part_3 = thread & 15;
    const usize thread_start_1 = thread_part_3 * 8;
    const usize thread_part_4 = thread >> 7;
    const usize thread_part_5 = thread >> 2 & 7;
    const usize warp = thread >> 5;
    const usize thread_start_2 = warp * 16;
    const usize thread_part_6 = thread & 3;
    const usize thread_start_3 = thread_part_6 * 2;
    const usize m = kiln::pinned((usize)blockIdx.x);
    const usize n = kiln::pinned((usize)blockIdx.y);
    __align__(16) array<float, 64> acc;
    #pragma unroll
    for (usize r = 0; r < 64; ++r) {
        acc[r] = 0.0f;
    }
    const usize last = kiln::div_ceil_u64(a_extent_1, 64ull);
    const usize left = kiln::saturating_sub_u64(last, 0ull);
    if (0 < left) {
        const usize a_row = kiln::int_min(m, a_extent_0) * 128;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_start = a_row * a_stride_0;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::async_copy_16(a_tile[(thread_start >> 6) * 8192 + (thread_part + i * 32) * 64 + (thread_start & 63 ^ (thread_part + i * 32 & 7ull) * 8)], a[a_start + thread_part * a_stride_0 + thread_start + i * 32 * a_stride_0], thread_part + i * 32 < a_rows && thread_start < a_extent_1 ? 16u : 0u);
        }
        const usize b_column = kiln::int_min(n, b_extent_1) * 128;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::async_copy_16(b_tile[(thread_start_1 >> 6) * 4096 + (thread_part_2 + i * 16) * 64 + (thread_start_1 & 63 ^ (thread_part_2 + i * 16 & 7ull) * 8)], b[b_column + thread_part_2 * b_stride_0 + thread_start_1 + i * 16 * b_stride_0], thread_part_2 + i * 16 < b_extent_0 && thread_start_1 < b_columns ? 16u : 0u);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (1 < left) {
        const usize ahead = 0ull + 1;
        const usize a_row = kiln::int_min(m, a_extent_0) * 128;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_column = kiln::int_min(ahead, a_extent_1) * 64;
        const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
        const usize a_start = a_row * a_stride_0 + a_column;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::async_copy_16(a_tile[(thread_start >> 6) * 8192 + (thread_part + i * 32) * 64 + (thread_start & 63 ^ (thread_part + i * 32 & 7ull) * 8) + 8192], a[a_start + thread_part * a_stride_0 + thread_start + i * 32 * a_stride_0], thread_part + i * 32 < a_rows && thread_start < a_columns ? 16u : 0u);
        }
        const usize b_row = kiln::int_min(ahead, b_extent_0) * 64;
        const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
        const usize b_column = kiln::int_min(n, b_extent_1) * 128;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        const usize b_start = b_row * b_stride_0 + b_column;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::async_copy_16(b_tile[(thread_start_1 >> 6) * 4096 + (thread_part_2 + i * 16) * 64 + (thread_start_1 & 63 ^ (thread_part_2 + i * 16 & 7ull) * 8) + 8192], b[b_start + thread_part_2 * b_stride_0 + thread_start_1 + i * 16 * b_stride_0], thread_part_2 + i * 16 < b_rows && thread_start_1 < b_columns ? 16u : 0u);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (2 < left) {
        const usize ahead = 0ull + 2;
        const usize a_row = kiln::int_min(m, a_extent_0) * 128;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_column = kiln::int_min(ahead, a_extent_1) * 64;
        const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
        const usize a_start = a_row * a_stride_0 + a_column;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::async_copy_16(a_tile[(thread_start >> 6) * 8192 + (thread_part + i * 32) * 64 + (thread_start & 63 ^ (thread_part + i * 32 & 7ull) * 8) + 16384], a[a_start + thread_part * a_stride_0 + thread_start + i * 32 * a_stride_0], thread_part + i * 32 < a_rows && thread_start < a_columns ? 16u : 0u);
        }
        const usize b_row = kiln::int_min(ahead, b_extent_0) * 64;
        const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
        const usize b_column = kiln::int_min(n, b_extent_1) * 128;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        const usize b_start = b_row * b_stride_0 + b_column;
        #pragma unroll
        for (usize i = 0; i < 4; ++i) {
            kiln::async_copy_16(b_tile[(thread_start_1 >> 6) * 4096 + (thread_part_2 + i * 16) * 64 + (thread_start_1 & 63 ^ (thread_part_2 + i * 16 & 7ull) * 8) + 16384], b[b_start + thread_part_2 * b_stride_0 + thread_start_1 + i * 16 * b_stride_0], thread_part_2 + i * 16 < b_rows && thread_start_1 < b_columns ? 16u : 0u);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    usize reading = 0;
    usize writing = 3;
    for (usize k = 0; k < last; ++k) {
        asm volatile("cp.async.wait_group %0;" :: "n"(2u) : "memory");
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        const usize stage = reading * 8192;
        const usize stage_1 = reading * 8192;
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        kiln::wgmma_bf16_128km(acc[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile[thread_part_4 * 4096 + stage]), kiln::wgmma_factor<0x4000004002000000ull>(b_tile[stage_1]));
        kiln::wgmma_bf16_128km(acc[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile[thread_part_4 * 4096 + stage + 16]), kiln::wgmma_factor<0x4000004002000000ull>(b_tile[stage_1 + 1024]));
        kiln::wgmma_bf16_128km(acc[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile[thread_part_4 * 4096 + stage + 32]), kiln::wgmma_factor<0x4000004002000000ull>(b_tile[stage_1 + 2048]));
        kiln::wgmma_bf16_128km(acc[0], kiln::wgmma_factor<0x4000004000010000ull>(a_tile[thread_part_4 * 4096 + stage + 48]), kiln::wgmma_factor<0x4000004002000000ull>(b_tile[stage_1 + 3072]));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned %0;" :: "n"(1u) : "memory");
        __syncthreads();
        if (3 < last - k) {
            const usize ahead = k + 3;
            const usize stage_2 = writing * 8192;
            const usize a_row = kiln::int_min(m, a_extent_0) * 128;
            const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
            const usize a_column = kiln::int_min(ahead, a_extent_1) * 64;
            const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
            const usize a_start = a_row * a_stride_0 + a_column;
            #pragma unroll
            for (usize i = 0; i < 4; ++i) {
                kiln::async_copy_16(a_tile[(thread_start >> 6) * 8192 + (thread_part + i * 32) * 64 + (thread_start & 63 ^ (thread_part + i * 32 & 7ull) * 8) + stage_2], a[a_start + thread_part * a_stride_0 + thread_start + i * 32 * a_stride_0], thread_part + i * 32 < a_rows && thread_start < a_columns ? 16u : 0u);
            }
            const usize stage_3 = writing * 8192;
            const usize b_row = kiln::int_min(ahead, b_extent_0) * 64;
            const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
            const usize b_column = kiln::int_min(n, b_extent_1) * 128;
            const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
            const usize b_start = b_row * b_stride_0 + b_column;
            #pragma unroll
            for (usize i = 0; i < 4; ++i) {
                kiln::async_copy_16(b_tile[(thread_start_1 >> 6) * 4096 + (thread_part_2 + i * 16) * 64 + (thread_start_1 & 63 ^ (thread_part_2 + i * 16 & 7ull) * 8) + stage_3], b[b_start + thread_part_2 * b_stride_0 + thread_start_1 + i * 16 * b_stride_0], thread_part_2 + i * 16 < b_rows && thread_start_1 < b_columns ? 16u : 0u);
            }
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
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
    for (usize j = 0; j < 16; ++j) {
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            #pragma unroll
            for (usize k = 0; k < 2; ++k) {
                tile[j * 4 + i * 2 + k] = bf16(acc[j * 4 + i * 2 + k]);
            }
            if (thread_part_5 + thread_start_2 + i * 8 < c_rows && thread_start_3 + j * 8 < c_columns) {
                kiln::move_4(c[c_start + (thread_part_5 + thread_start_2) * c_stride_0 + thread_start_3 + i * 8 * c_stride_0 + j * 8], tile[j * 4 + i * 2]);
            }
        }
    }
}
