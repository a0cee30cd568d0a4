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

// prelude: fail_record.18877a3b fail.ebbbc3a8 move_16.def5b418 move_4.7d00b3c3 move_8.e96dfb16 launch_info.502d9f1e

extern "C" __global__ void tile_moves_bf16(
    const bf16* __restrict__ from, usize from_len,
    bf16* __restrict__ to, usize to_len,
    const kiln::launch_info kiln
) {
    __shared__ __align__(16) array<bf16, 512> shared;
    const usize t = (usize)threadIdx.x;
    __align__(16) array<bf16, 4> registers;
    kiln::move_4(registers[2], from[kiln.at(t * 2, from_len, 4)]);
    kiln::move_4(shared[kiln.at(t * 2, 512, 6)], registers[2]);
    kiln::move_4(registers[0], shared[kiln.at(t * 2, 512, 10)]);
    kiln::move_4(to[kiln.at(t * 2, to_len, 12)], registers[0]);
    __align__(16) array<bf16, 8> registers_1;
    kiln::move_8(registers_1[4], from[kiln.at(t * 4, from_len, 17)]);
    kiln::move_8(shared[kiln.at(t * 4, 512, 19)], registers_1[4]);
    kiln::move_8(registers_1[0], shared[kiln.at(t * 4, 512, 23)]);
    kiln::move_8(to[kiln.at(t * 4, to_len, 25)], registers_1[0]);
    __align__(16) array<bf16, 16> registers_2;
    kiln::move_16(registers_2[8], from[kiln.at(t * 8, from_len, 30)]);
    kiln::move_16(shared[kiln.at(t * 8, 512, 32)], registers_2[8]);
    kiln::move_16(registers_2[0], shared[kiln.at(t * 8, 512, 36)]);
    kiln::move_16(to[kiln.at(t * 8, to_len, 38)], registers_2[0]);
}
