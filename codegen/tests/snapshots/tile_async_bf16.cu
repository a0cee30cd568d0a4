// least: sm_80
// registers only
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

// prelude: shared_address.62766488 async_copy_16.70b3f515 async_copy_4.f889371f async_copy_8.2f68737d
//   fail_record.18877a3b fail.ebbbc3a8 launch_info.502d9f1e

extern "C" __global__ void tile_async_bf16(
    const bf16* __restrict__ from, usize from_len,
    bf16* __restrict__ to, usize to_len,
    const kiln::launch_info kiln
) {
    __shared__ __align__(16) array<bf16, 512> shared;
    const usize t = (usize)threadIdx.x;
    kiln::async_copy_4(shared[kiln.at(t * 2, 512, 2)], from[kiln.at(t * 2, from_len, 3)], 4u);
    asm volatile("cp.async.commit_group;" ::: "memory");
    kiln::async_copy_8(shared[kiln.at(t * 4, 512, 6)], from[kiln.at(t * 4, from_len, 7)], 8u);
    asm volatile("cp.async.commit_group;" ::: "memory");
    kiln::async_copy_16(shared[kiln.at(t * 8, 512, 10)], from[kiln.at(t * 8, from_len, 11)], 16u);
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group %0;" :: "n"(1u) : "memory");
    asm volatile("cp.async.wait_group %0;" :: "n"(0u) : "memory");
    to[kiln.at(t, to_len, 16)] = shared[kiln.at(t, 512, 17)];
}
