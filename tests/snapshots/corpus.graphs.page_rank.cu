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

extern "C" __global__ void page_rank(
    float damping,
    const u32* __restrict__ starts, usize starts_len,
    const u32* __restrict__ sources, usize sources_len,
    const u32* __restrict__ degree, usize degree_len,
    const float* __restrict__ old, usize old_len,
    float* __restrict__ new_, usize new_len,
    const kiln::launch_info kiln
) {
    const usize v = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (v < new_len) {
        float sum = 0.0f;
        const usize start = (usize)starts[kiln.at(v, starts_len, 5)];
        const usize end = (usize)starts[kiln.at(v + 1, starts_len, 6)];
        if (start > end || end > sources_len) {
            kiln.fail(7, (u64)start, (u64)end, (u64)sources_len);
        }
        for (usize turn = 0, turn_end = end - start; turn < turn_end; ++turn) {
            const usize source = (usize)(sources + start)[turn];
            sum += old[kiln.at(source, old_len, 10)] / (float)degree[kiln.at(source, degree_len, 11)];
        }
        new_[v] = (1.0f - damping) / (float)new_len + damping * sum;
    }
}
