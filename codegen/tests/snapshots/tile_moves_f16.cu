// registers only
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


template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 move_16.def5b418 move_4.7d00b3c3 move_8.e96dfb16 launch_info.502d9f1e

extern "C" __global__ void tile_moves_f16(
    const f16* __restrict__ from, usize from_len,
    f16* __restrict__ to, usize to_len,
    const kiln::launch_info kiln
) {
    __shared__ __align__(16) array<f16, 512> shared;
    const usize t = (usize)threadIdx.x;
    __align__(16) array<f16, 4> registers;
    kiln::move_4(registers[2], from[kiln.at(t * 2, from_len, 4)]);
    kiln::move_4(shared[kiln.at(t * 2, 512, 6)], registers[2]);
    kiln::move_4(registers[0], shared[kiln.at(t * 2, 512, 10)]);
    kiln::move_4(to[kiln.at(t * 2, to_len, 12)], registers[0]);
    __align__(16) array<f16, 8> registers_1;
    kiln::move_8(registers_1[4], from[kiln.at(t * 4, from_len, 17)]);
    kiln::move_8(shared[kiln.at(t * 4, 512, 19)], registers_1[4]);
    kiln::move_8(registers_1[0], shared[kiln.at(t * 4, 512, 23)]);
    kiln::move_8(to[kiln.at(t * 4, to_len, 25)], registers_1[0]);
    __align__(16) array<f16, 16> registers_2;
    kiln::move_16(registers_2[8], from[kiln.at(t * 8, from_len, 30)]);
    kiln::move_16(shared[kiln.at(t * 8, 512, 32)], registers_2[8]);
    kiln::move_16(registers_2[0], shared[kiln.at(t * 8, 512, 36)]);
    kiln::move_16(to[kiln.at(t * 8, to_len, 38)], registers_2[0]);
}
