typedef int i32;
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

__device__ __forceinline__ bool is_nan_f64(double x) {
    return x != x;
}

__device__ __forceinline__ bool is_finite_f64(double x) {
    return fabs(x) < __longlong_as_double(0x7ff0000000000000ll);
}

__device__ __forceinline__ bool is_infinite_f64(double x) {
    return fabs(x) == __longlong_as_double(0x7ff0000000000000ll);
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

extern "C" __global__ void choices(
    const double* __restrict__ x, usize x_len,
    const double* __restrict__ y, usize y_len,
    double* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const double saved = x[kiln.at(i, x_len, 4)];
        const double saved_1 = y[kiln.at(i, y_len, 5)];
        const double a = saved;
        const double b = saved_1;
        i32 n = 0;
        if (a < b) {
            (u32&)n += 1;
        }
        if (a <= b) {
            (u32&)n += 2;
        }
        if (a > b) {
            (u32&)n += 4;
        }
        if (a >= b) {
            (u32&)n += 8;
        }
        if (a == b) {
            (u32&)n += 16;
        }
        if (a != b) {
            (u32&)n += 32;
        }
        if (kiln::is_nan_f64(a) || kiln::is_finite_f64(b) && !kiln::is_infinite_f64(a)) {
            (u32&)n += 64;
        }
        out[i] = (double)n;
    }
}
