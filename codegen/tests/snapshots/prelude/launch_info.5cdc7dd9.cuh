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

    // The index, known to be in bounds.
    __device__ __forceinline__ usize at(usize index, usize len, u32 site) const {
        if (__builtin_expect(index >= len, 0)) kiln::fail(record, kernel, launch, site, index, len, 0, 0);
        return index;
    }

    // The divisor, known to give a quotient.
    template <typename T> __device__ __forceinline__ T divisor(T a, T b, u32 site) const {
        const bool overflows = limits<T>::is_signed && a == limits<T>::min && b == (T)-1;
        if (__builtin_expect(b == 0 || overflows, 0)) kiln::fail(record, kernel, launch, site, (u64)a, (u64)b, 0, 0);
        return b;
    }

    __device__ __forceinline__ u32 div_ceil_u32(u32 a, u32 b, u32 site) const {
        return kiln::div_ceil_u32(a, divisor(a, b, site));
    }

    __device__ __forceinline__ u32 int_div_euclid_u32(u32 a, u32 b, u32 site) const {
        return kiln::int_div_euclid_u32(a, divisor(a, b, site));
    }

    __device__ __forceinline__ u32 int_rem_euclid_u32(u32 a, u32 b, u32 site) const {
        return kiln::int_rem_euclid_u32(a, divisor(a, b, site));
    }

    __device__ __forceinline__ u32 next_multiple_of_u32(u32 a, u32 b, u32 site) const {
        return kiln::next_multiple_of_u32(a, divisor(a, b, site));
    }
};
