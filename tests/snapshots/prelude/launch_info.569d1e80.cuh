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
};
