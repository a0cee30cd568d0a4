// only: sm_90
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

// prelude: fail_record.18877a3b fail.ebbbc3a8 filled.c4c772b2 pinned.b3e485d0 shared_address.62766488
//   wgmma_factor.7c548dc1 wgmma_f16_32kk_new.76c0ad69 wgmma_f16_32kk.4e4ef0d0 wgmma_f16_32mm.d4f2f626
//   wgmma_f16_32rk.1a5860fc wgmma_finish_32_but_1.e3904a07 wgmma_finish_32.42c19ae5 launch_info.502d9f1e

extern "C" __global__ void wgmma_f16(float* __restrict__ out, usize out_len, const kiln::launch_info kiln) {
    __shared__ __align__(16) array<f16, 4096> left;
    __align__(16) array<float, 16> sum = kiln::filled<16>(0.0f);
    __align__(16) const array<u32, 4> held = kiln::filled<4>(0u);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    kiln::wgmma_f16_32kk_new(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(left[0]), kiln::wgmma_factor<0x4000004000010000ull>(left[0]));
    kiln::wgmma_f16_32kk(sum[0], kiln::wgmma_factor<0x4000004000010000ull>(left[0]), kiln::wgmma_factor<0x8000002000010000ull>(left[0]));
    kiln::wgmma_f16_32mm(sum[0], kiln::wgmma_factor<0x4000004002000000ull>(left[0]), kiln::wgmma_factor<0x4000004002000000ull>(left[0]));
    kiln::wgmma_f16_32rk(sum[0], held[0], kiln::wgmma_factor<0x8000002000010000ull>(left[0]));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned %0;" :: "n"(1u) : "memory");
    kiln::wgmma_finish_32_but_1(sum[0]);
    kiln::wgmma_finish_32(sum[0]);
    const usize i = kiln::pinned((usize)blockIdx.x * blockDim.x + threadIdx.x);
    out[kiln.at(i, out_len, 29)] = sum[0];
}
