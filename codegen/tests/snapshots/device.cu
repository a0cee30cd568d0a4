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

template <usize length, typename T> __device__ __forceinline__ array<T, length> filled(T value) {
    array<T, length> result;
#pragma unroll (length <= 256 ? length : 1)
    for (usize i = 0; i < length; ++i) result[i] = value;
    return result;
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

__device__ __forceinline__ float square(float x) {
    return x * x;
}

__device__ __forceinline__ void dot(
    const float* a, usize a_len,
    const float* b, usize b_len,
    float& sum,
    const array<float, 4>& weights,
    const kiln::launch_info& kiln
) {
    for (usize i = 0; i < a_len; ++i) {
        sum += a[kiln.at(i, a_len, 2)] * b[kiln.at(i, b_len, 3)] * weights[kiln.at(i % 4, 4, 5)];
    }
}

__device__ __forceinline__ u32 count(u32& cell) {
    const u32 old = atomicAdd(&cell, 1u);
    return old;
}

extern "C" __global__ void norms(
    const float* __restrict__ x, usize x_len,
    float* __restrict__ out, usize out_len,
    u32* counts, usize counts_len,
    const kiln::launch_info kiln
) {
    const array<float, 4> weights = kiln::filled<4>(0.25f);
    float sum = 0.0f;
    dot(x, x_len, weights.items, 4, sum, weights, kiln);
    const u32 number = count(counts[kiln.at(0, counts_len, 13)]);
    const float total = square(sum);
    out[kiln.at((usize)number, out_len, 16)] = total;
}
