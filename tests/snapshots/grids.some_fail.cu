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
    usize shared_len;
    u32* barrier;

    // Waits for every block. One thread of each counts it in, and the highest bit changes with the last. Where a thread has failed a block
    // may never come, and all end.
    __device__ __noinline__ void grid_sync() const {
        __syncthreads();
        int arrived = 0;
        if ((threadIdx.x | threadIdx.y | threadIdx.z) == 0) {
            const u32 others = gridDim.x * gridDim.y * gridDim.z - 1;
            const bool first = (blockIdx.x | blockIdx.y | blockIdx.z) == 0;
            __threadfence();
            const u32 before = atomicAdd(barrier, first ? 0x80000000u - others : 1u);
            arrived = 1;
            for (u32 turn = 1; ((before ^ *(volatile u32*)barrier) & 0x80000000u) == 0; turn++) {
                if (turn % 256 == 0 && *(volatile u32*)record != 0) {
                    arrived = 0;
                    break;
                }
            }
            __threadfence();
        }
        if (!__syncthreads_or(arrived)) asm volatile("exit;");
    }

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

extern "C" __global__ void some_fail(
    const u32* __restrict__ x, usize x_len,
    u32* out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (!(x[kiln.at(i, x_len, 3)] != 7)) {
        kiln.fail(4, (u64)i);
    }
    kiln.grid_sync();
    out[kiln.at(i, out_len, 8)] = x[i];
}
