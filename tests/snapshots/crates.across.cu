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

    [[noreturn]] __device__ __forceinline__ void fail(u32 site, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0) const {
        kiln::fail(record, kernel, launch, site, a, b, c, d);
    }

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }
};

} // namespace kiln

__device__ __forceinline__ u32 checked(u32 x, const kiln::launch_info& kiln) {
    if (!(x < 1000)) {
        kiln.fail(2, (u64)x);
    }
    return x;
}

__device__ __forceinline__ u32 hidden(u32 x) {
    return x * 2 + 5;
}

__device__ __forceinline__ u32 doubled(u32 x) {
    const u32 result = hidden(x);
    return result;
}

__device__ __forceinline__ u32 power(u32 x) {
    u32 result = 1;
    for (usize _turn = 0; _turn < 3; ++_turn) {
        result *= x;
    }
    return result;
}

__device__ __forceinline__ double power_2(double x) {
    double result = 1.0;
    for (usize _turn = 0; _turn < 2; ++_turn) {
        result *= x;
    }
    return result;
}

extern "C" __global__ void across(
    const u32* __restrict__ x, usize x_len,
    u32* __restrict__ out, usize out_len,
    double* __restrict__ roots, usize roots_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const u32 value = checked(x[kiln.at(i, x_len, 22)], kiln);
        const u32 value_1 = doubled(value);
        const u32 value_2 = power(x[i]);
        out[i] = value_1 + value_2;
        roots[kiln.at(i, roots_len, 27)] = power_2((double)x[i] + 0.5);
    }
}
