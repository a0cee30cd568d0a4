// least: sm_90
typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// A float of 8 bits with 4 of exponent. What is rounded to it saturates, and a NaN becomes 0x7f. There are
// conversions alone.
struct f8e4m3 {
    u8 bits;

    f8e4m3() = default;
    __device__ __forceinline__ explicit f8e4m3(float x) {
#if __CUDA_ARCH__ >= 890
        u16 pair;
        asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(0.0f), "f"(x));
        bits = (u8)pair;
#else
        const u32 u = __float_as_uint(x), m = u & 0x7fffffffu;
        // Added to a number whose last place is the smallest subnormal, what is below it is rounded to a multiple of
        // that.
        const u32 below = __float_as_uint(__fadd_rn(__uint_as_float(m), 16384.0f)) & 0xff;
        const u32 normal = (m + (1u << 19) - 1 + (m >> 20 & 1) - 0x3c000000u) >> 20;
        const u32 value = m > 0x43e00000u ? 0x7e : m < 0x3c800000u ? below : normal;
        bits = (u8)(x == x ? u >> 24 & 0x80 | value : 0x7f);
#endif
    }
    // Rounding to odd first keeps the second rounding exact.
    __device__ __forceinline__ explicit f8e4m3(double x) {
        const float odd = __double2float_rz(x);
        *this = f8e4m3((double)odd == x ? odd : __uint_as_float(__float_as_uint(odd) | 1));
    }
    __device__ __forceinline__ explicit operator float() const {
        float x;
#if __CUDA_ARCH__ >= 890
        asm("{.reg .b32 w; .reg .b16 l, h; cvt.rn.f16x2.e4m3x2 w, %1; mov.b32 {l, h}, w; cvt.f32.f16 %0, l;}" : "=f"(x) : "h"((u16)bits));
        return x;
#else
        // An f16 moved by a place.
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((u16)((bits & 0x80) << 8 | (bits & 0x7f) << 7)));
        return (bits & 0x7f) == 0x7f ? __uint_as_float(0x7fc00000u) : x * 256.0f;
#endif
    }
};

// A float of 8 bits with 5 of exponent. What is rounded to it saturates, and a NaN becomes 0x7f. There are
// conversions alone.
struct f8e5m2 {
    u8 bits;

    f8e5m2() = default;
    __device__ __forceinline__ explicit f8e5m2(float x) {
#if __CUDA_ARCH__ >= 890
        u16 pair;
        asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(0.0f), "f"(x));
        bits = (u8)pair;
#else
        const u32 u = __float_as_uint(x), m = u & 0x7fffffffu;
        // Added to a number whose last place is the smallest subnormal, what is below it is rounded to a multiple of
        // that.
        const u32 below = __float_as_uint(__fadd_rn(__uint_as_float(m), 128.0f)) & 0xff;
        const u32 normal = (m + (1u << 20) - 1 + (m >> 21 & 1) - 0x38000000u) >> 21;
        const u32 value = m > 0x47600000u ? 0x7b : m < 0x38800000u ? below : normal;
        bits = (u8)(x == x ? u >> 24 & 0x80 | value : 0x7f);
#endif
    }
    // Rounding to odd first keeps the second rounding exact.
    __device__ __forceinline__ explicit f8e5m2(double x) {
        const float odd = __double2float_rz(x);
        *this = f8e5m2((double)odd == x ? odd : __uint_as_float(__float_as_uint(odd) | 1));
    }
    __device__ __forceinline__ explicit operator float() const {
        float x;
        // The upper half of an f16.
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((u16)(bits << 8)));
        return x;
    }
};

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: shared_address.62766488 async_copy_16.70b3f515 int_max.1a21aab5 int_min.8439cc99 ldmatrix_x4_trans.843041fa
//   mma_m16n8k32_e5m2_e4m3.c0ae1104 div_ceil_u64.4268445c saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(128, 2) left_transposed(
    const f8e5m2* __restrict__ a, usize a_len,
    usize a_extent_0,
    usize a_extent_1,
    usize a_stride_0,
    usize a_stride_1,
    const f8e4m3* __restrict__ b, usize b_len,
    usize b_extent_0,
    usize b_extent_1,
    usize b_stride_0,
    usize b_stride_1,
    float* __restrict__ c, usize c_len,
    usize c_extent_0,
    usize c_extent_1,
    usize c_stride_0,
    usize c_stride_1
) {
    __shared__ __align__(16) array<f8e5m2, 12288> a_tile;
    __shared__ __align__(16) array<f8e4m3, 12288> b_tile;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 1;
    const usize thread_part_1 = thread & 1;
    const usize thread_start = thread_part_1 * 16;
    const usize thread_part_2 = thread >> 6;
    const usize thread_start_1 = thread_part_2 * 16;
    const usize thread_part_3 = thread >> 1 & 3;
    const usize thread_start_2 = thread_part_3 * 4;
    const usize thread_part_4 = thread >> 2 & 1;
    const usize thread_part_5 = thread >> 3 & 1;
    const usize thread_part_6 = thread >> 4 & 1;
    const usize thread_start_3 = thread_part_6 * 16;
    const usize thread_part_7 = thread >> 5 & 1;
    const usize thread_start_4 = thread_part_7 * 16;
    const usize thread_part_8 = thread >> 1 & 1;
    const usize thread_part_9 = thread >> 2 & 7;
    const usize thread_start_5 = thread_part_9 * 2;
    const usize thread_part_10 = thread & 3;
    const usize thread_start_6 = thread_part_10 * 4;
    usize tile_0 = (usize)blockIdx.x;
    usize tile_1 = (usize)blockIdx.y;
    if ((usize)gridDim.x * (usize)gridDim.y - 257 < 268435198) {
        const usize number = (usize)blockIdx.y * (usize)gridDim.x + (usize)blockIdx.x;
        const usize group = (usize)((u32)number / kiln::int_max((u32)((usize)gridDim.y * 16), 1u));
        const usize within = number - group * ((usize)gridDim.y * 16);
        const usize first = group * 16;
        const usize height = (usize)gridDim.x - first < 16 ? (usize)gridDim.x - first : 16;
        tile_1 = (usize)((u32)within / kiln::int_max((u32)height, 1u));
        tile_0 = first + (within - tile_1 * height);
    }
    const usize m = tile_0;
    const usize n = tile_1;
    __align__(16) array<float, 8> sum;
    #pragma unroll
    for (usize r = 0; r < 8; ++r) {
        sum[r] = 0.0f;
    }
    const usize last = kiln::div_ceil_u64(b_extent_0, 64ull);
    const usize left = kiln::saturating_sub_u64(last, 0ull);
    if (0 < left) {
        const usize a_column = kiln::int_min(m, a_extent_1) * 32;
        const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
        kiln::async_copy_16(a_tile[thread_part * 48 + thread_start], a[a_column + thread_part * a_stride_0 + thread_start], thread_part < a_extent_0 && thread_start < a_columns ? 16u : 0u);
        const usize b_column = kiln::int_min(n, b_extent_1) * 32;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        kiln::async_copy_16(b_tile[thread_part * 48 + thread_start], b[b_column + thread_part * b_stride_0 + thread_start], thread_part < b_extent_0 && thread_start < b_columns ? 16u : 0u);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (1 < left) {
        const usize ahead = 0ull + 1;
        const usize a_row = kiln::int_min(ahead, a_extent_0) * 64;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_column = kiln::int_min(m, a_extent_1) * 32;
        const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
        const usize a_start = a_row * a_stride_0 + a_column;
        kiln::async_copy_16(a_tile[thread_part * 48 + thread_start + 3072], a[a_start + thread_part * a_stride_0 + thread_start], thread_part < a_rows && thread_start < a_columns ? 16u : 0u);
        const usize b_row = kiln::int_min(ahead, b_extent_0) * 64;
        const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
        const usize b_column = kiln::int_min(n, b_extent_1) * 32;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        const usize b_start = b_row * b_stride_0 + b_column;
        kiln::async_copy_16(b_tile[thread_part * 48 + thread_start + 3072], b[b_start + thread_part * b_stride_0 + thread_start], thread_part < b_rows && thread_start < b_columns ? 16u : 0u);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (2 < left) {
        const usize ahead = 0ull + 2;
        const usize a_row = kiln::int_min(ahead, a_extent_0) * 64;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_column = kiln::int_min(m, a_extent_1) * 32;
        const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
        const usize a_start = a_row * a_stride_0 + a_column;
        kiln::async_copy_16(a_tile[thread_part * 48 + thread_start + 6144], a[a_start + thread_part * a_stride_0 + thread_start], thread_part < a_rows && thread_start < a_columns ? 16u : 0u);
        const usize b_row = kiln::int_min(ahead, b_extent_0) * 64;
        const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
        const usize b_column = kiln::int_min(n, b_extent_1) * 32;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        const usize b_start = b_row * b_stride_0 + b_column;
        kiln::async_copy_16(b_tile[thread_part * 48 + thread_start + 6144], b[b_start + thread_part * b_stride_0 + thread_start], thread_part < b_rows && thread_start < b_columns ? 16u : 0u);
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    usize reading = 0;
    usize writing = 3;
    __align__(16) array<u32, 8> left_part;
    __align__(16) array<u32, 8> right_part;
    const usize lane_start = (thread_part_1 + thread_start_2 + (thread_part_4 ^ thread_part_5) * 2 + thread_start_3) * 48 + thread_start_1;
    const usize lane_start_1 = (thread_part_1 + thread_start_2 + (thread_part_4 ^ thread_part_5) * 2 + thread_start_3) * 48 + thread_start_4;
    asm volatile("cp.async.wait_group %0;" :: "n"(2u) : "memory");
    __syncthreads();
    __align__(16) array<u32, 4> pairs;
    kiln::ldmatrix_x4_trans(pairs[0], a_tile[lane_start]);
    const u32 even = thread_part_8 < 1 ? 25632u : 8292u;
    left_part[0] = __byte_perm(pairs[0], pairs[1], even);
    left_part[1] = __byte_perm(pairs[0], pairs[1], (even + 4369));
    left_part[2] = __byte_perm(pairs[2], pairs[3], even);
    left_part[3] = __byte_perm(pairs[2], pairs[3], (even + 4369));
    __align__(16) array<u32, 4> pairs_1;
    kiln::ldmatrix_x4_trans(pairs_1[0], b_tile[lane_start_1]);
    const u32 even_1 = thread_part_8 < 1 ? 25632u : 8292u;
    right_part[0] = __byte_perm(pairs_1[0], pairs_1[1], even_1);
    right_part[2] = __byte_perm(pairs_1[0], pairs_1[1], (even_1 + 4369));
    right_part[1] = __byte_perm(pairs_1[2], pairs_1[3], even_1);
    right_part[3] = __byte_perm(pairs_1[2], pairs_1[3], (even_1 + 4369));
    for (usize k = 0; k < last; ++k) {
        const usize stage = reading * 3072;
        const usize stage_1 = reading * 3072;
        __align__(16) array<u32, 4> pairs_2;
        kiln::ldmatrix_x4_trans(pairs_2[0], a_tile[lane_start + stage + 1536]);
        const u32 even_2 = thread_part_8 < 1 ? 25632u : 8292u;
        left_part[4] = __byte_perm(pairs_2[0], pairs_2[1], even_2);
        left_part[5] = __byte_perm(pairs_2[0], pairs_2[1], (even_2 + 4369));
        left_part[6] = __byte_perm(pairs_2[2], pairs_2[3], even_2);
        left_part[7] = __byte_perm(pairs_2[2], pairs_2[3], (even_2 + 4369));
        __align__(16) array<u32, 4> pairs_3;
        kiln::ldmatrix_x4_trans(pairs_3[0], b_tile[lane_start_1 + stage_1 + 1536]);
        const u32 even_3 = thread_part_8 < 1 ? 25632u : 8292u;
        right_part[4] = __byte_perm(pairs_3[0], pairs_3[1], even_3);
        right_part[6] = __byte_perm(pairs_3[0], pairs_3[1], (even_3 + 4369));
        right_part[5] = __byte_perm(pairs_3[2], pairs_3[3], even_3);
        right_part[7] = __byte_perm(pairs_3[2], pairs_3[3], (even_3 + 4369));
        if (3 < last - k) {
            const usize ahead = k + 3;
            const usize stage_2 = writing * 3072;
            const usize a_row = kiln::int_min(ahead, a_extent_0) * 64;
            const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
            const usize a_column = kiln::int_min(m, a_extent_1) * 32;
            const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
            const usize a_start = a_row * a_stride_0 + a_column;
            kiln::async_copy_16(a_tile[thread_part * 48 + thread_start + stage_2], a[a_start + thread_part * a_stride_0 + thread_start], thread_part < a_rows && thread_start < a_columns ? 16u : 0u);
            const usize stage_3 = writing * 3072;
            const usize b_row = kiln::int_min(ahead, b_extent_0) * 64;
            const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
            const usize b_column = kiln::int_min(n, b_extent_1) * 32;
            const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
            const usize b_start = b_row * b_stride_0 + b_column;
            kiln::async_copy_16(b_tile[thread_part * 48 + thread_start + stage_3], b[b_start + thread_part * b_stride_0 + thread_start], thread_part < b_rows && thread_start < b_columns ? 16u : 0u);
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            kiln::mma_m16n8k32_e5m2_e4m3(sum[j * 4], left_part[0], right_part[j * 2]);
        }
        asm volatile("cp.async.wait_group %0;" :: "n"(2u) : "memory");
        __syncthreads();
        reading = reading == 3 ? 0 : reading + 1;
        writing = writing == 3 ? 0 : writing + 1;
        const usize stage_2 = reading * 3072;
        const usize stage_3 = reading * 3072;
        __align__(16) array<u32, 4> pairs_4;
        kiln::ldmatrix_x4_trans(pairs_4[0], a_tile[lane_start + stage_2]);
        const u32 even_4 = thread_part_8 < 1 ? 25632u : 8292u;
        left_part[0] = __byte_perm(pairs_4[0], pairs_4[1], even_4);
        left_part[1] = __byte_perm(pairs_4[0], pairs_4[1], (even_4 + 4369));
        left_part[2] = __byte_perm(pairs_4[2], pairs_4[3], even_4);
        left_part[3] = __byte_perm(pairs_4[2], pairs_4[3], (even_4 + 4369));
        __align__(16) array<u32, 4> pairs_5;
        kiln::ldmatrix_x4_trans(pairs_5[0], b_tile[lane_start_1 + stage_3]);
        const u32 even_5 = thread_part_8 < 1 ? 25632u : 8292u;
        right_part[0] = __byte_perm(pairs_5[0], pairs_5[1], even_5);
        right_part[2] = __byte_perm(pairs_5[0], pairs_5[1], (even_5 + 4369));
        right_part[1] = __byte_perm(pairs_5[2], pairs_5[3], even_5);
        right_part[3] = __byte_perm(pairs_5[2], pairs_5[3], (even_5 + 4369));
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            kiln::mma_m16n8k32_e5m2_e4m3(sum[j * 4], left_part[4], right_part[j * 2 + 4]);
        }
    }
    const usize c_row = kiln::int_min(m, c_extent_0) * 32;
    const usize c_rows = kiln::saturating_sub_u64(c_extent_0, c_row);
    const usize c_column = kiln::int_min(n, c_extent_1) * 32;
    const usize c_columns = kiln::saturating_sub_u64(c_extent_1, c_column);
    const usize c_start = c_row * c_stride_0 + c_column;
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        #pragma unroll
        for (usize i = 0; i < 2; ++i) {
            #pragma unroll
            for (usize j_1 = 0; j_1 < 2; ++j_1) {
                if (thread_start_5 + thread_start_1 + i < c_rows && thread_start_6 + thread_start_4 + j + j_1 * 2 < c_columns) {
                    c[c_start + (thread_start_5 + thread_start_1) * c_stride_0 + thread_start_6 + thread_start_4 + i * c_stride_0 + j + j_1 * 2] = sum[j * 4 + i * 2 + j_1];
                }
            }
        }
    }
}
