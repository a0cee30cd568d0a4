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


namespace kiln {

struct fail_record {
    u32 state, site, kernel, launch;
    u32 block[3], thread[3];
    u64 values[4];
};

// Ends the thread; the first one to fail tells the host why.
__device__ __noinline__ [[noreturn]] void fail(
    fail_record* record, u32 kernel, u32 launch, u32 site, u64 a, u64 b, u64 c, u64 d
) {
    if (*(volatile u32*)&record->state == 0 && atomicCAS(&record->state, 0u, 1u) == 0) {
        record->site = site;
        record->kernel = kernel;
        record->launch = launch;
        record->block[0] = blockIdx.x, record->block[1] = blockIdx.y, record->block[2] = blockIdx.z;
        record->thread[0] = threadIdx.x, record->thread[1] = threadIdx.y, record->thread[2] = threadIdx.z;
        record->values[0] = a, record->values[1] = b, record->values[2] = c, record->values[3] = d;
        __threadfence_system();
    }
    asm volatile("exit;");
    __builtin_unreachable();
}

struct launch_info {
    fail_record* record;
    u32 kernel, launch;

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }
};

} // namespace kiln

extern "C" __global__ void generic(
    const bf16* __restrict__ x, usize x_len,
    bf16* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        bf16 sum = bf16(0.0f);
        for (usize k = 0; k < 3; ++k) {
            sum = sum + (x[kiln.at(i, x_len, 6)] * bf16((double)k) + bf16(1.0f));
        }
        const bf16 root = bf16(sqrtf((float)bf16(fabsf((float)sum))));
        out[i] = -root;
    }
}
