typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

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

__device__ __forceinline__ float log_f32(float x, float base) {
    return logf(x) / logf(base);
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

extern "C" __global__ void by_default(
    const float* __restrict__ x, usize x_len,
    const float* __restrict__ y, usize y_len,
    array<float, 26>* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const float saved = x[kiln.at(i, x_len, 4)];
        const float saved_1 = y[kiln.at(i, y_len, 5)];
        const float v = saved;
        const float w = saved_1;
        out[i] = array<float, 26>{expf(v), exp2f(v), expm1f(v), logf(v), log2f(v), log10f(v), log1pf(v), cbrtf(v), sinf(v), cosf(v), tanf(v), asinf(v), acosf(v), atanf(v), sinhf(v), coshf(v), tanhf(v), asinhf(v), acoshf(v), atanhf(v), erff(v), erfcf(v), powf(v, w), hypotf(v, w), atan2f(v, w), kiln::log_f32(v, w)};
    }
}
