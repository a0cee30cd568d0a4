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

extern "C" __global__ void srad_step(
    usize width,
    usize height,
    const float* __restrict__ c, usize c_len,
    const float* __restrict__ old, usize old_len,
    float* __restrict__ new_, usize new_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        const usize i = y * width + x;
        const usize south = y + 1 == height ? i : i + width;
        const usize east = x + 1 == width ? i : i + 1;
        const usize north = y == 0 ? i : i - width;
        const usize west = x == 0 ? i : i - 1;
        const float d = c[kiln.at(i, c_len, 17)] * (old[kiln.at(north, old_len, 18)] - old[kiln.at(i, old_len, 19)]) + c[kiln.at(south, c_len, 20)] * (old[kiln.at(south, old_len, 21)] - old[kiln.at(i, old_len, 22)]) + c[kiln.at(i, c_len, 23)] * (old[kiln.at(west, old_len, 24)] - old[kiln.at(i, old_len, 25)]) + c[kiln.at(east, c_len, 26)] * (old[kiln.at(east, old_len, 27)] - old[kiln.at(i, old_len, 28)]);
        new_[kiln.at(i, new_len, 31)] = old[i] + 0.125f * d;
    }
}
