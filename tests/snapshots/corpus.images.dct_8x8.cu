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

extern "C" __global__ void __launch_bounds__(64) dct_8x8(
    usize width,
    const float* __restrict__ image, usize image_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<array<float, 8>, 8> rows;
    const usize u = (usize)threadIdx.x;
    const usize v = (usize)threadIdx.y;
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0.0f;
    for (usize n = 0; n < 8; ++n) {
        const float saved = image[kiln.at(y * width + (usize)blockIdx.x * 8 + n, image_len, 12)];
        const usize k = u;
        const usize n_1 = n;
        sum += saved * cosf(3.1415927f / 16.0f * (float)((2 * n_1 + 1) * k));
    }
    const usize k = u;
    rows[v][u] = (k == 0 ? 0.3535534f : 0.5f) * sum;
    __syncthreads();
    float sum_1 = 0.0f;
    for (usize n = 0; n < 8; ++n) {
        const float saved = rows[n][u];
        const usize k_1 = v;
        const usize n_1 = n;
        sum_1 += saved * cosf(3.1415927f / 16.0f * (float)((2 * n_1 + 1) * k_1));
    }
    if (x < width) {
        const usize k_1 = v;
        out[kiln.at(y * width + x, out_len, 24)] = (k_1 == 0 ? 0.3535534f : 0.5f) * sum_1;
    }
}
