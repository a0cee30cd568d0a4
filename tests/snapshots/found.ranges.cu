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

// Itself, as a value that NVRTC (13.0 at least) knows nothing of: it makes a minimum of `x < 0 ? x : 0`, which of the two
// zeros gives the negative one where the choice gives the positive.
template <typename T> __device__ __forceinline__ T hidden(T x) {
    if constexpr (sizeof(T) == 8) {
        asm("" : "+d"(x));
    } else {
        asm("" : "+f"(x));
    }
    return x;
}

template <typename T> __device__ __forceinline__ T least(T a, T b) {
    if constexpr (__is_class(T)) return T(fminf((float)a, (float)b));
    else if constexpr ((T)0.5 == 0) return b < a ? b : a;
    else return fmin(a, b);
}

// Comparisons with a constant, by what holds where the order does not: ptxas (13.0 at least) takes `|x| >= 0` for true,
// of NaN as well, and NVRTC would write the order itself.
__device__ __forceinline__ bool at_least(float x, float least) {
    unsigned holds;
    asm("{ .reg .pred p; setp.ltu.f32 p, %1, %2; selp.b32 %0, 0, 1, p; }" : "=r"(holds) : "f"(x), "f"(least));
    return holds != 0;
}
__device__ __forceinline__ bool above(float x, float least) {
    unsigned holds;
    asm("{ .reg .pred p; setp.leu.f32 p, %1, %2; selp.b32 %0, 0, 1, p; }" : "=r"(holds) : "f"(x), "f"(least));
    return holds != 0;
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

extern "C" __global__ void ranges(
    const float* __restrict__ x, usize x_len,
    const float* __restrict__ y, usize y_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len && i < y_len) {
        const float saved = fabsf(x[i]);
        const float saved_1 = exp2f(x[i]);
        const float saved_2 = sinf(x[i]);
        const float size = saved;
        const float power = saved_1;
        const float wave = saved_2;
        const float chosen = y[i] > 1.0f ? size : 2.0f;
        const array<bool, 14> all = {kiln::at_least(size, 0.0f), kiln::at_least(size, -0.0f), kiln::above(size, -1.0f), kiln::above(size, -1.0f), kiln::above(size, -1.0f), kiln::at_least(size + size, -0.0f), kiln::at_least(chosen, 0.0f), kiln::at_least(power, 0.0f), kiln::above(power + 1.0f, 0.0f), kiln::at_least(wave, -1.0f), wave < 2.0f, kiln::above(tanhf(x[i]), -2.0f), !(size < kiln::hidden(0.0f)), !kiln::at_least(size, 0.0f)};
        for (usize k = 0; k < 14; ++k) {
            out[kiln.at(i, out_len, 16)] |= (u32)all[k] << (k & 31);
        }
    }
}
