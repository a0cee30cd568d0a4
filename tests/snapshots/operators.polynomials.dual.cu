typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

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

struct Dual_f32 {
    float value;
    float slope;
};
static_assert(sizeof(Dual_f32) == 8 && alignof(Dual_f32) == 4);
static_assert(__INTADDR__(&((Dual_f32*)0)->value) == 0);
static_assert(__INTADDR__(&((Dual_f32*)0)->slope) == 4);

__device__ __forceinline__ Dual_f32 Dual_mul(Dual_f32 self, Dual_f32 o) {
    const Dual_f32 result = {self.value * o.value, self.value * o.slope + self.slope * o.value};
    return result;
}

__device__ __forceinline__ Dual_f32 Dual_add(Dual_f32 self, Dual_f32 o) {
    const Dual_f32 result = {self.value + o.value, self.slope + o.slope};
    return result;
}

__device__ __forceinline__ Dual_f32 Dual_sub(Dual_f32 self, Dual_f32 o) {
    const Dual_f32 result = {self.value - o.value, self.slope - o.slope};
    return result;
}

__device__ __forceinline__ Dual_f32 polynomial(Dual_f32 x, Dual_f32 y) {
    const Dual_f32 value = Dual_mul(x, x);
    const Dual_f32 value_1 = Dual_mul(value, y);
    const Dual_f32 value_2 = Dual_add(value_1, x);
    const Dual_f32 value_3 = Dual_sub(value_2, y);
    return value_3;
}

extern "C" __global__ void polynomials(
    const Dual_f32* __restrict__ x, usize x_len,
    Dual_f32 y,
    Dual_f32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const Dual_f32 value = polynomial(x[kiln.at(i, x_len, 12)], y);
        out[i] = Dual_add(value, y);
    }
}
