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

template <typename T> __device__ __forceinline__ T int_min(T a, T b) { return b < a ? b : a; }

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

extern "C" __global__ void __launch_bounds__(32) box_forces(
    usize boxes,
    float cutoff,
    const float* __restrict__ x, usize x_len,
    const float* __restrict__ charge, usize charge_len,
    float* __restrict__ force, usize force_len,
    const kiln::launch_info kiln
) {
    __shared__ array<float, 32> near_x;
    __shared__ array<float, 32> near_charge;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize t = (usize)threadIdx.x;
    const usize own = (usize)blockIdx.x;
    float sum = 0.0f;
    const usize first = own == 0 ? 0 : own - 1;
    for (usize other = first, other_end = kiln::int_min(own + 2, boxes); other < other_end; ++other) {
        near_x[t] = x[kiln.at(other * 32 + t, x_len, 10)];
        near_charge[t] = charge[kiln.at(other * 32 + t, charge_len, 13)];
        __syncthreads();
        for (usize k = 0; k < 32; ++k) {
            const float d = x[kiln.at(i, x_len, 18)] - near_x[k];
            if (d * d < cutoff * cutoff) {
                sum += near_charge[k] * d * expf(-d * d);
            }
        }
        __syncthreads();
    }
    force[kiln.at(i, force_len, 25)] = sum;
}
