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

// prelude: unsigned_by_size.3ee267ca atomic_update.d4c7eab6 atomic_add_bf16.1d097168 greatest.735e43d5
//   atomic_max.7cbcdf5d least.2cba5021 atomic_min.20d8e451 fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void atomics_bf16(
    bf16* cells, usize cells_len,
    const bf16* __restrict__ values, usize values_len,
    bf16* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<bf16, 32> local;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const bf16 old = kiln::atomic_add_bf16(&cells[kiln.at(0, cells_len, 2)], values[kiln.at(i, values_len, 3)]);
    out[kiln.at(0, out_len, 5)] = old;
    const bf16 old_1 = kiln::atomic_add_bf16(&local[0], values[kiln.at(i, values_len, 8)]);
    out[kiln.at(0, out_len, 10)] = old_1;
    const bf16 old_2 = kiln::atomic_add_bf16(&cells[kiln.at(1, cells_len, 12)], values[kiln.at(i, values_len, 13)]);
    __threadfence();
    out[kiln.at(1, out_len, 15)] = old_2;
    __threadfence();
    const bf16 old_3 = kiln::atomic_add_bf16(&cells[kiln.at(2, cells_len, 17)], values[kiln.at(i, values_len, 18)]);
    out[kiln.at(2, out_len, 20)] = old_3;
    __threadfence();
    const bf16 old_4 = kiln::atomic_add_bf16(&local[3], values[kiln.at(i, values_len, 23)]);
    __threadfence();
    out[kiln.at(3, out_len, 25)] = old_4;
    __threadfence();
    const bf16 old_5 = kiln::atomic_add_bf16(&cells[kiln.at(4, cells_len, 27)], values[kiln.at(i, values_len, 28)]);
    __threadfence();
    out[kiln.at(4, out_len, 30)] = old_5;
    const bf16 old_6 = kiln::atomic_min(&cells[kiln.at(0, cells_len, 32)], values[kiln.at(i, values_len, 33)]);
    out[kiln.at(0, out_len, 35)] = old_6;
    const bf16 old_7 = kiln::atomic_min(&local[0], values[kiln.at(i, values_len, 38)]);
    out[kiln.at(0, out_len, 40)] = old_7;
    const bf16 old_8 = kiln::atomic_min(&cells[kiln.at(1, cells_len, 42)], values[kiln.at(i, values_len, 43)]);
    __threadfence();
    out[kiln.at(1, out_len, 45)] = old_8;
    __threadfence();
    const bf16 old_9 = kiln::atomic_min(&cells[kiln.at(2, cells_len, 47)], values[kiln.at(i, values_len, 48)]);
    out[kiln.at(2, out_len, 50)] = old_9;
    __threadfence();
    const bf16 old_10 = kiln::atomic_min(&local[3], values[kiln.at(i, values_len, 53)]);
    __threadfence();
    out[kiln.at(3, out_len, 55)] = old_10;
    __threadfence();
    const bf16 old_11 = kiln::atomic_min(&cells[kiln.at(4, cells_len, 57)], values[kiln.at(i, values_len, 58)]);
    __threadfence();
    out[kiln.at(4, out_len, 60)] = old_11;
    const bf16 old_12 = kiln::atomic_max(&cells[kiln.at(0, cells_len, 62)], values[kiln.at(i, values_len, 63)]);
    out[kiln.at(0, out_len, 65)] = old_12;
    const bf16 old_13 = kiln::atomic_max(&local[0], values[kiln.at(i, values_len, 68)]);
    out[kiln.at(0, out_len, 70)] = old_13;
    const bf16 old_14 = kiln::atomic_max(&cells[kiln.at(1, cells_len, 72)], values[kiln.at(i, values_len, 73)]);
    __threadfence();
    out[kiln.at(1, out_len, 75)] = old_14;
    __threadfence();
    const bf16 old_15 = kiln::atomic_max(&cells[kiln.at(2, cells_len, 77)], values[kiln.at(i, values_len, 78)]);
    out[kiln.at(2, out_len, 80)] = old_15;
    __threadfence();
    const bf16 old_16 = kiln::atomic_max(&local[3], values[kiln.at(i, values_len, 83)]);
    __threadfence();
    out[kiln.at(3, out_len, 85)] = old_16;
    __threadfence();
    const bf16 old_17 = kiln::atomic_max(&cells[kiln.at(4, cells_len, 87)], values[kiln.at(i, values_len, 88)]);
    __threadfence();
    out[kiln.at(4, out_len, 90)] = old_17;
}
