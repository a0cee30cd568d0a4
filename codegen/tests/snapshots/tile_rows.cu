// least: sm_80
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

template <usize length, typename T> __device__ __forceinline__ array<T, length> filled(T value) {
    array<T, length> result;
#pragma unroll (length <= 256 ? length : 1)
    for (usize i = 0; i < length; ++i) result[i] = value;
    return result;
}

__device__ __forceinline__ usize lane_id() {
    u32 lane;
    asm("mov.u32 %0, %laneid;" : "=r"(lane));
    return lane;
}

// The address of shared memory as the instructions that take no other want it.
__device__ __forceinline__ u32 shared_address(const void* pointer) { return (u32)__cvta_generic_to_shared(pointer); }

template <typename T> __device__ __forceinline__ void ldmatrix_x4(u32& target, const T& source) {
    u32* d = &target;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(shared_address(&source)) : "memory");
}

template <typename T> __device__ __forceinline__ void ldmatrix_x4_trans(u32& target, const T& source) {
    u32* d = &target;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(shared_address(&source)) : "memory");
}

__device__ __forceinline__ void mma_m16n8k16_bf16(float& acc, const u32& left, const u32& right) {
    float* d = &acc;
    const u32 *a = &left, *b = &right;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ __forceinline__ void mma_m16n8k16_f16(float& acc, const u32& left, const u32& right) {
    float* d = &acc;
    const u32 *a = &left, *b = &right;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ __forceinline__ u32 pack_bf16(float low, float high) {
#if __CUDA_ARCH__ >= 800
    u32 both;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
#else
    return (u32)bf16(high).bits << 16 | bf16(low).bits;
#endif
}

__device__ __forceinline__ u32 pack_f16(float low, float high) {
#if __CUDA_ARCH__ >= 800
    u32 both;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
#else
    return (u32)f16(high).bits << 16 | f16(low).bits;
#endif
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

extern "C" __global__ void tile_rows(
    const float* __restrict__ x, usize x_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ __align__(16) array<f16, 256> f16s;
    __shared__ __align__(16) array<bf16, 256> bf16s;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    __align__(16) array<u32, 4> a;
    __align__(16) array<u32, 4> b;
    __align__(16) array<float, 4> acc = kiln::filled<4>(0.0f);
    kiln::ldmatrix_x4(a[0], f16s[kiln.at(kiln::lane_id() * 8, 256, 6)]);
    kiln::ldmatrix_x4_trans(b[0], f16s[kiln.at(kiln::lane_id() * 8, 256, 9)]);
    kiln::mma_m16n8k16_f16(acc[0], a[0], b[0]);
    out[kiln.at(i, out_len, 17)] = kiln::pack_f16(acc[0], x[kiln.at(i, x_len, 16)]);
    kiln::ldmatrix_x4(a[0], bf16s[kiln.at(kiln::lane_id() * 8, 256, 20)]);
    kiln::ldmatrix_x4_trans(b[0], bf16s[kiln.at(kiln::lane_id() * 8, 256, 23)]);
    kiln::mma_m16n8k16_bf16(acc[0], a[0], b[0]);
    out[kiln.at(i, out_len, 31)] = kiln::pack_bf16(acc[0], x[kiln.at(i, x_len, 30)]);
}
