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

struct tuple_f32_u32 {
    float v0;
    u32 v1;
};
static_assert(sizeof(tuple_f32_u32) == 8 && alignof(tuple_f32_u32) == 4);
static_assert(__INTADDR__(&((tuple_f32_u32*)0)->v0) == 0);
static_assert(__INTADDR__(&((tuple_f32_u32*)0)->v1) == 4);

extern "C" __global__ void __launch_bounds__(128) nearest(
    const float* __restrict__ distance, usize distance_len,
    u32* __restrict__ best, usize best_len,
    const kiln::launch_info kiln
) {
    __shared__ array<tuple_f32_u32, 128> near;
    const usize t = (usize)threadIdx.x;
    tuple_f32_u32 mine = {__uint_as_float(0x7f800000u), 0};
    for (usize i = t; i < distance_len; i += 128) {
        if (distance[i] < mine.v0) {
            mine = tuple_f32_u32{distance[i], (u32)i};
        }
    }
    near[t] = mine;
    __syncthreads();
    usize half = 64;
    while (half > 0) {
        if (t < half && near[t + half].v0 < near[t].v0) {
            near[t] = near[t + half];
        }
        __syncthreads();
        half = half / 2;
    }
    if ((usize)blockIdx.x * blockDim.x + threadIdx.x == 0) {
        best[kiln.at(0, best_len, 26)] = near[0].v1;
    }
}
