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

extern "C" __global__ void median(
    usize width,
    usize height,
    const float* __restrict__ image, usize image_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize x = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const usize y = (usize)blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x + 1 >= width || y + 1 >= height) {
        return;
    }
    array<float, 9> v = kiln::filled<9>(0.0f);
    for (usize turn = 0; turn < 9; ++turn) {
        const usize k = turn;
        v[turn] = image[kiln.at((y + k / 3 - 1) * width + x + k % 3 - 1, image_len, 9)];
    }
    for (usize end = 9; end-- > 1;) {
        for (usize k = 0; k < end; ++k) {
            const float saved = fminf(v[k], v[k + 1]);
            const float saved_1 = fmaxf(v[k], v[k + 1]);
            const float low = saved;
            const float high = saved_1;
            v[k] = low;
            v[k + 1] = high;
        }
    }
    out[kiln.at(y * width + x, out_len, 23)] = v[4];
}
