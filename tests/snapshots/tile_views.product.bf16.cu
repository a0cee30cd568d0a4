// least: sm_80
typedef int i32;
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

// prelude: shared_address.62766488 async_copy_16.70b3f515 int_max.1a21aab5 int_min.8439cc99 ldmatrix_x4.8f2556c3
//   ldmatrix_x4_trans.843041fa mma_m16n8k16_bf16.a07b1c2c move_8.e96dfb16 div_ceil_u64.4268445c
//   saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(128, 2) product(
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
    float* __restrict__ c, usize c_len,
    usize c_extent_0,
    usize c_extent_1,
    usize c_stride_0,
    usize c_stride_1
) {
    __shared__ __align__(16) array<bf16, 3072> a_tile;
    __shared__ __align__(16) array<bf16, 2560> b_tile;
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread >> 1 & 1;
    const usize thread_part_1 = thread >> 2;
    const usize thread_part_2 = thread & 1;
    const usize thread_start = thread_part_2 * 8;
    const usize thread_part_3 = thread >> 2 & 1;
    const usize thread_part_4 = thread >> 3;
    const usize thread_part_5 = thread & 3;
    const usize thread_start_1 = thread_part_5 * 8;
    const usize thread_part_6 = thread >> 6;
    const usize thread_start_2 = thread_part_6 * 16;
    const usize thread_part_7 = thread & 15;
    const usize thread_part_8 = thread >> 4 & 1;
    const usize thread_start_3 = thread_part_8 * 8;
    const usize thread_part_9 = thread >> 5 & 1;
    const usize thread_start_4 = thread_part_9 * 16;
    const usize thread_part_10 = thread >> 2 & 7;
    const usize thread_start_5 = thread_part_5 * 2;
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
    const usize last = kiln::div_ceil_u64(a_extent_1, 16ull);
    const usize left = kiln::saturating_sub_u64(last, 0ull);
    if (0 < left) {
        const usize a_row = kiln::int_min(m, a_extent_0) * 32;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_start = a_row * a_stride_0;
        if (thread_part < 1) {
            kiln::async_copy_16(a_tile[thread_part_1 * 24 + thread_start], a[a_start + thread_part_1 * a_stride_0 + thread_start], thread_part_1 < a_rows && thread_start < a_extent_1 ? 16u : 0u);
        }
        const usize b_column = kiln::int_min(n, b_extent_1) * 32;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        if (thread_part_3 < 1) {
            kiln::async_copy_16(b_tile[thread_part_4 * 40 + thread_start_1], b[b_column + thread_part_4 * b_stride_0 + thread_start_1], thread_part_4 < b_extent_0 && thread_start_1 < b_columns ? 16u : 0u);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (1 < left) {
        const usize ahead = 0ull + 1;
        const usize a_row = kiln::int_min(m, a_extent_0) * 32;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_column = kiln::int_min(ahead, a_extent_1) * 16;
        const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
        const usize a_start = a_row * a_stride_0 + a_column;
        if (thread_part < 1) {
            kiln::async_copy_16(a_tile[thread_part_1 * 24 + thread_start + 768], a[a_start + thread_part_1 * a_stride_0 + thread_start], thread_part_1 < a_rows && thread_start < a_columns ? 16u : 0u);
        }
        const usize b_row = kiln::int_min(ahead, b_extent_0) * 16;
        const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
        const usize b_column = kiln::int_min(n, b_extent_1) * 32;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        const usize b_start = b_row * b_stride_0 + b_column;
        if (thread_part_3 < 1) {
            kiln::async_copy_16(b_tile[thread_part_4 * 40 + thread_start_1 + 640], b[b_start + thread_part_4 * b_stride_0 + thread_start_1], thread_part_4 < b_rows && thread_start_1 < b_columns ? 16u : 0u);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (2 < left) {
        const usize ahead = 0ull + 2;
        const usize a_row = kiln::int_min(m, a_extent_0) * 32;
        const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
        const usize a_column = kiln::int_min(ahead, a_extent_1) * 16;
        const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
        const usize a_start = a_row * a_stride_0 + a_column;
        if (thread_part < 1) {
            kiln::async_copy_16(a_tile[thread_part_1 * 24 + thread_start + 1536], a[a_start + thread_part_1 * a_stride_0 + thread_start], thread_part_1 < a_rows && thread_start < a_columns ? 16u : 0u);
        }
        const usize b_row = kiln::int_min(ahead, b_extent_0) * 16;
        const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
        const usize b_column = kiln::int_min(n, b_extent_1) * 32;
        const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
        const usize b_start = b_row * b_stride_0 + b_column;
        if (thread_part_3 < 1) {
            kiln::async_copy_16(b_tile[thread_part_4 * 40 + thread_start_1 + 1280], b[b_start + thread_part_4 * b_stride_0 + thread_start_1], thread_part_4 < b_rows && thread_start_1 < b_columns ? 16u : 0u);
        }
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    usize reading = 0;
    usize writing = 3;
    for (usize k = 0; k < last; ++k) {
        asm volatile("cp.async.wait_group %0;" :: "n"(2u) : "memory");
        __syncthreads();
        if (3 < last - k) {
            const usize ahead = k + 3;
            const usize stage = writing * 768;
            const usize a_row = kiln::int_min(m, a_extent_0) * 32;
            const usize a_rows = kiln::saturating_sub_u64(a_extent_0, a_row);
            const usize a_column = kiln::int_min(ahead, a_extent_1) * 16;
            const usize a_columns = kiln::saturating_sub_u64(a_extent_1, a_column);
            const usize a_start = a_row * a_stride_0 + a_column;
            if (thread_part < 1) {
                kiln::async_copy_16(a_tile[thread_part_1 * 24 + thread_start + stage], a[a_start + thread_part_1 * a_stride_0 + thread_start], thread_part_1 < a_rows && thread_start < a_columns ? 16u : 0u);
            }
            const usize stage_1 = writing * 640;
            const usize b_row = kiln::int_min(ahead, b_extent_0) * 16;
            const usize b_rows = kiln::saturating_sub_u64(b_extent_0, b_row);
            const usize b_column = kiln::int_min(n, b_extent_1) * 32;
            const usize b_columns = kiln::saturating_sub_u64(b_extent_1, b_column);
            const usize b_start = b_row * b_stride_0 + b_column;
            if (thread_part_3 < 1) {
                kiln::async_copy_16(b_tile[thread_part_4 * 40 + thread_start_1 + stage_1], b[b_start + thread_part_4 * b_stride_0 + thread_start_1], thread_part_4 < b_rows && thread_start_1 < b_columns ? 16u : 0u);
            }
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        const usize stage = reading * 768;
        const usize stage_1 = reading * 640;
        __align__(16) array<u32, 4> left_part;
        __align__(16) array<u32, 4> right_part;
        const usize lane_start = (thread_start_2 + thread_part_7) * 24 + thread_start_3 + stage;
        const usize lane_start_1 = thread_part_7 * 40 + thread_start_4 + thread_start_3 + stage_1;
        kiln::ldmatrix_x4(left_part[0], a_tile[lane_start]);
        kiln::ldmatrix_x4_trans(right_part[0], b_tile[lane_start_1]);
        #pragma unroll
        for (usize j = 0; j < 2; ++j) {
            kiln::mma_m16n8k16_bf16(sum[j * 4], left_part[0], right_part[j * 2]);
        }
        reading = reading == 3 ? 0 : reading + 1;
        writing = writing == 3 ? 0 : writing + 1;
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
            if (thread_part_10 + thread_start_2 + i * 8 < c_rows && thread_start_5 + thread_start_4 + j * 8 < c_columns) {
                kiln::move_8(c[c_start + (thread_part_10 + thread_start_2) * c_stride_0 + thread_start_5 + thread_start_4 + i * 8 * c_stride_0 + j * 8], sum[j * 4 + i * 2]);
            }
        }
    }
}
