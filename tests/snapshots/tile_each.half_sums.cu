// least: sm_80
typedef int i32;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// A 16-bit float in memory; it computes as a float and is rounded once. The bits are moved once more, since ptxas (13.0 at least)
// stores the lower byte of what it knows for a float as that float made an integer.
struct f16 {
    u16 bits;

    f16() = default;
    __device__ __forceinline__ explicit f16(float x) { asm("{.reg .b16 h; cvt.rn.f16.f32 h, %1; mov.b16 %0, h;}" : "=h"(bits) : "f"(x)); }
    __device__ __forceinline__ explicit f16(double x) { asm("{.reg .b16 h; cvt.rn.f16.f64 h, %1; mov.b16 %0, h;}" : "=h"(bits) : "d"(x)); }
    __device__ __forceinline__ explicit operator float() const {
        float x;
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
        return x;
    }
};

__device__ __forceinline__ f16 operator+(f16 a, f16 b) { return f16((float)a + (float)b); }
__device__ __forceinline__ f16 operator-(f16 a, f16 b) { return f16((float)a - (float)b); }
__device__ __forceinline__ f16 operator*(f16 a, f16 b) { return f16((float)a * (float)b); }
__device__ __forceinline__ f16 operator/(f16 a, f16 b) { return f16((float)a / (float)b); }
__device__ __forceinline__ bool operator==(f16 a, f16 b) { return (float)a == (float)b; }
__device__ __forceinline__ bool operator!=(f16 a, f16 b) { return (float)a != (float)b; }
__device__ __forceinline__ bool operator<(f16 a, f16 b) { return (float)a < (float)b; }
__device__ __forceinline__ bool operator<=(f16 a, f16 b) { return (float)a <= (float)b; }
__device__ __forceinline__ bool operator>(f16 a, f16 b) { return (float)a > (float)b; }
__device__ __forceinline__ bool operator>=(f16 a, f16 b) { return (float)a >= (float)b; }
__device__ __forceinline__ f16 operator-(f16 a) {
    a.bits ^= 0x8000;
    return a;
}


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

// prelude: unsigned_by_size.3ee267ca atomic_update.d4c7eab6 atomic_add_bf16.1d097168 atomic_add_f16.0bc82819
//   greatest.735e43d5 atomic_max.7cbcdf5d least.2cba5021 atomic_min.20d8e451 int_max.1a21aab5 int_min.8439cc99
//   move_16.def5b418 saturating_sub_u64.bf257835

extern "C" __global__ void __launch_bounds__(32, 1) half_sums(
    const f16* __restrict__ x, usize x_len,
    usize x_extent_0,
    usize x_stride_0,
    const bf16* __restrict__ b, usize b_len,
    usize b_extent_0,
    usize b_stride_0,
    const u32* __restrict__ at, usize at_len,
    usize at_extent_0,
    usize at_stride_0,
    f16* sums, usize sums_len,
    usize sums_extent_0,
    usize sums_stride_0,
    bf16* wide, usize wide_len,
    usize wide_extent_0,
    usize wide_stride_0,
    bf16* least, usize least_len,
    usize least_extent_0,
    usize least_stride_0,
    f16* most, usize most_len,
    usize most_extent_0,
    usize most_stride_0
) {
    const usize thread = (usize)threadIdx.x;
    const usize thread_part = thread & 7;
    const usize thread_start = thread_part * 8;
    const usize thread_part_1 = thread >> 3;
    const usize i = (usize)blockIdx.x;
    __align__(16) array<u32, 8> at_1;
    const usize at_column = kiln::int_min(i, at_extent_0) * 64;
    const usize at_columns = kiln::saturating_sub_u64(at_extent_0, at_column);
    #pragma unroll
    for (usize j = 0; j < 2; ++j) {
        #pragma unroll
        for (usize k = 0; k < 4; ++k) {
            at_1[j * 4 + k] = 4294967295u;
        }
        if (thread_start + j * 4 < at_columns) {
            kiln::move_16(at_1[j * 4], at[at_column + thread_start + j * 4]);
        }
    }
    __align__(16) array<f16, 8> x_1;
    const usize x_column = kiln::int_min(i, x_extent_0) * 64;
    const usize x_columns = kiln::saturating_sub_u64(x_extent_0, x_column);
    #pragma unroll
    for (usize k = 0; k < 8; ++k) {
        x_1[k] = f16(0.0f);
    }
    if (thread_start < x_columns) {
        kiln::move_16(x_1[0], x[x_column + thread_start]);
    }
    __align__(16) array<bf16, 8> b_1;
    const usize b_column = kiln::int_min(i, b_extent_0) * 64;
    const usize b_columns = kiln::saturating_sub_u64(b_extent_0, b_column);
    #pragma unroll
    for (usize k = 0; k < 8; ++k) {
        b_1[k] = bf16(0.0f);
    }
    if (thread_start < b_columns) {
        kiln::move_16(b_1[0], b[b_column + thread_start]);
    }
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part_1 < 1) {
            const u32 element = at_1[j];
            const usize place = (usize)element;
            const f16 element_1 = x_1[j];
            const usize offset = place;
            if (place < sums_extent_0) {
                kiln::atomic_add_f16(&sums[offset], element_1);
            }
        }
    }
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part_1 < 1) {
            const u32 element = at_1[j];
            const usize place = (usize)element;
            const bf16 element_1 = b_1[j];
            const usize offset = place;
            if (place < wide_extent_0) {
                kiln::atomic_add_bf16(&wide[offset], element_1);
            }
        }
    }
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part_1 < 1) {
            const u32 element = at_1[j];
            const usize place = (usize)element;
            const bf16 element_1 = b_1[j];
            const usize offset = place;
            if (place < least_extent_0) {
                kiln::atomic_min(&least[offset], element_1);
            }
        }
    }
    #pragma unroll
    for (usize j = 0; j < 8; ++j) {
        if (thread_part_1 < 1) {
            const u32 element = at_1[j];
            const usize place = (usize)element;
            const f16 element_1 = x_1[j];
            const usize offset = place;
            if (place < most_extent_0) {
                kiln::atomic_max(&most[offset], element_1);
            }
        }
    }
}
