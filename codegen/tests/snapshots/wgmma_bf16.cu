// only: sm_90
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

// prelude: fail_record.18877a3b fail.ebbbc3a8 filled.c4c772b2 pinned.b3e485d0 shared_address.62766488
//   wgmma_factor.7c548dc1 wgmma_bf16_32kk_new.76538018 wgmma_bf16_32kk.79127753 wgmma_bf16_32mm.c4ca8afb
//   wgmma_bf16_32rk.10d3cf7f wgmma_finish_32_but_1.e3904a07 wgmma_finish_32.42c19ae5 launch_info.502d9f1e

extern "C" __global__ void wgmma_bf16(float* __restrict__ out, usize out_len, const kiln::launch_info kiln) {
    __shared__ __align__(16) array<bf16, 4096> left;
    __align__(16) array<float, 16> sum = kiln::filled<16>(0.0f);
    __align__(16) const array<u32, 4> held = kiln::filled<4>(0u);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    kiln::wgmma_bf16_32kk_new(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(left[0]), kiln::wgmma_factor<0x4000004000010000ull>(left[0]));
    kiln::wgmma_bf16_32kk(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(left[0]), kiln::wgmma_factor<0x8000002000010000ull>(left[0]));
    kiln::wgmma_bf16_32mm(sum[0], kiln::wgmma_factor<0x4000004002000000ull>(left[0]), kiln::wgmma_factor<0x4000004002000000ull>(left[0]));
    kiln::wgmma_bf16_32rk(sum[0], held[0], kiln::wgmma_factor<0x8000002000010000ull>(left[0]));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned %0;" :: "n"(1u) : "memory");
    kiln::wgmma_finish_32_but_1(sum[0]);
    kiln::wgmma_finish_32(sum[0]);
    const usize i = kiln::pinned((usize)blockIdx.x * blockDim.x + threadIdx.x);
    out[kiln.at(i, out_len, 29)] = sum[0];
}
