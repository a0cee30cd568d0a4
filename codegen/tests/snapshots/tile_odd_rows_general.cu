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

// prelude: int_max.1a21aab5 int_min.8439cc99 unsigned_by_size.3ee267ca lane_xor.0e2ead84 saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(256, 1) odd_rows(
    const bf16* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_extent_1,
    usize x_stride_0,
    usize x_stride_1,
    bf16* __restrict__ least, usize least_len,
    usize least_extent_0,
    usize least_extent_1,
    usize least_stride_0,
    usize least_stride_1,
    float* __restrict__ total, usize total_len,
    usize total_extent_0,
    usize total_extent_1,
    usize total_stride_0,
    usize total_stride_1
) {
    __shared__ array<float, 64> exchange;
    __shared__ array<float, 2> parts;
    __shared__ array<bf16, 768> parts_1;
    const usize thread = (usize)threadIdx.x;
    const usize warp = thread >> 5;
    const usize lane = thread & 31;
    const usize thread_part = thread & 63;
    const usize thread_part_1 = thread >> 6;
    const usize thread_part_2 = thread >> 5 & 1;
    const usize i = (usize)blockIdx.x;
    array<bf16, 15> v;
    const usize x_row = kiln::int_min(i, x_extent_0) * 37;
    const usize x_rows = kiln::int_min(kiln::saturating_sub_u64(x_extent_0, x_row), 37ull);
    const usize x_columns = kiln::int_min(x_extent_1, 75ull);
    const usize x_start = x_row * x_stride_0;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 5; ++i_1) {
        #pragma unroll
        for (usize j = 0; j < 3; ++j) {
            v[i_1 * 3 + j] = warp + i_1 * 8 < x_rows && lane + j * 32 < x_columns ? x[x_start + warp * x_stride_0 + lane * x_stride_1 + i_1 * 8 * x_stride_0 + j * 32 * x_stride_1] : bf16(0.0f);
        }
    }
    array<float, 15> tile;
    #pragma unroll
    for (usize r = 0; r < 15; ++r) {
        tile[r] = (float)v[r];
    }
    array<float, 5> sums;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 5; ++i_1) {
        sums[i_1] = -0.0f;
        #pragma unroll
        for (usize j = 0; j < 3; ++j) {
            sums[i_1] = sums[i_1] + (warp + i_1 * 8 < 37 && lane + j * 32 < 75 ? tile[i_1 * 3 + j] : -0.0f);
        }
    }
    #pragma unroll
    for (usize r = 0; r < 5; ++r) {
        const float other = kiln::lane_xor(sums[r], 16u);
        sums[r] = sums[r] + other;
        const float other_1 = kiln::lane_xor(sums[r], 8u);
        sums[r] = sums[r] + other_1;
        const float other_2 = kiln::lane_xor(sums[r], 4u);
        sums[r] = sums[r] + other_2;
        const float other_3 = kiln::lane_xor(sums[r], 2u);
        sums[r] = sums[r] + other_3;
        const float other_4 = kiln::lane_xor(sums[r], 1u);
        sums[r] = sums[r] + other_4;
    }
    float sums_1;
    #pragma unroll
    for (usize i_1 = 0; i_1 < 5; ++i_1) {
        if (lane < 1 && warp + i_1 * 8 < 37) {
            exchange[warp + i_1 * 8] = sums[i_1];
        }
    }
    __syncthreads();
    sums_1 = exchange[thread_part];
    float total_1 = __uint_as_float(0x7fc00000u);
    total_1 = fmaxf(total_1, thread_part < 37 ? sums_1 : __uint_as_float(0x7fc00000u));
    const float other = kiln::lane_xor(total_1, 16u);
    total_1 = fmaxf(total_1, other);
    const float other_1 = kiln::lane_xor(total_1, 8u);
    total_1 = fmaxf(total_1, other_1);
    const float other_2 = kiln::lane_xor(total_1, 4u);
    total_1 = fmaxf(total_1, other_2);
    const float other_3 = kiln::lane_xor(total_1, 2u);
    total_1 = fmaxf(total_1, other_3);
    const float other_4 = kiln::lane_xor(total_1, 1u);
    total_1 = fmaxf(total_1, other_4);
    if (thread_part_1 < 1 && lane < 1) {
        parts[thread_part_2] = total_1;
    }
    __syncthreads();
    total_1 = parts[0];
    #pragma unroll
    for (usize w = 1; w < 2; ++w) {
        total_1 = fmaxf(total_1, parts[w]);
    }
    const float greatest = total_1;
    if (greatest > 0.0f) {
        const usize total_row = kiln::int_min(i, total_extent_0) * 37;
        const usize total_rows = kiln::int_min(kiln::saturating_sub_u64(total_extent_0, total_row), 37ull);
        const usize total_start = total_row * total_stride_0;
        #pragma unroll
        for (usize i_1 = 0; i_1 < 5; ++i_1) {
            if (lane < 1 && 0 < total_extent_1 && warp + i_1 * 8 < total_rows) {
                total[total_start + warp * total_stride_0 + i_1 * 8 * total_stride_0] = sums[i_1];
            }
        }
    }
    array<bf16, 3> least_1;
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        least_1[j] = bf16(__uint_as_float(0x7fc00000u));
        #pragma unroll
        for (usize i_1 = 0; i_1 < 5; ++i_1) {
            least_1[j] = bf16(fminf((float)least_1[j], (float)(warp + i_1 * 8 < 37 && lane + j * 32 < 75 ? v[j + i_1 * 3] : bf16(__uint_as_float(0x7fc00000u)))));
        }
    }
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        parts_1[warp * 96 + lane + j * 32] = least_1[j];
    }
    __syncthreads();
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        least_1[j] = parts_1[lane + j * 32];
        #pragma unroll
        for (usize w = 1; w < 8; ++w) {
            least_1[j] = bf16(fminf((float)least_1[j], (float)parts_1[w * 96 + lane + j * 32]));
        }
    }
    const usize least_columns = kiln::int_min(least_extent_1, 75ull);
    const usize least_start = i * least_stride_0;
    #pragma unroll
    for (usize j = 0; j < 3; ++j) {
        if (warp < 1 && i < least_extent_0 && lane + j * 32 < least_columns) {
            least[least_start + lane * least_stride_1 + j * 32 * least_stride_1] = least_1[j];
        }
    }
}
