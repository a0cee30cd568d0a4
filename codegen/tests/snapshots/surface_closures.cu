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

extern "C" __global__ void closures(
    const float* __restrict__ x, usize x_len,
    float* __restrict__ y, usize y_len,
    usize n,
    const kiln::launch_info kiln
) {
    const float c = 3.0f;
    const float a = x[kiln.at(0, x_len, 4)];
    const float b = 2.0f;
    const float a_1 = x[kiln.at(1, x_len, 5)];
    const float b_1 = y[kiln.at(0, y_len, 6)];
    y[kiln.at(0, y_len, 7)] = a * b + c + (a_1 * b_1 + c);
    u32 count = 0;
    const u32 by = 1;
    u32 result;
    {
        if (by > 10) {
            result = 0;
            goto break_1;
        }
        count += by;
        result = count;
    }
    break_1:;
    const u32 by_1 = 20;
    u32 result_1;
    {
        if (by_1 > 10) {
            result_1 = 0;
            goto break_2;
        }
        count += by_1;
        result_1 = count;
    }
    break_2:;
    const u32 sum = result + result_1;
    if (n >= y_len) {
        kiln.fail(19, (u64)n, (u64)y_len);
    }
    const usize i = 1;
    const float result_2 = x[kiln.at(i, x_len, 16)];
    const float v = result_2;
    y[n] += v;
    const usize offset = n;
    const usize offset_1 = offset;
    const usize i_1 = 2;
    const float result_3 = x[kiln.at(i_1 + offset_1, x_len, 22)];
    y[kiln.at(1, y_len, 24)] = result_3 + (float)sum + (float)count;
}
