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

extern "C" __global__ void places(
    const float* __restrict__ m, usize m_len,
    float* __restrict__ x, usize x_len,
    usize a,
    usize b,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    const array<float, 4> row = kiln::filled<4>(0.0f);
    array<array<float, 4>, 8> rows;
    for (usize row_index = 0; row_index < 8; ++row_index) {
        rows[row_index] = row;
    }
    if (a >= 8) {
        kiln.fail(4, (u64)a, (u64)8ull);
    }
    rows[a][kiln.at(b, 4, 6)] += 1.0f;
    if (1ull >= 4) {
        kiln.fail(8, (u64)1ull, (u64)4ull);
    }
    rows[a][1] *= 2.0f;
    if (a > b || b > m_len) {
        kiln.fail(11, (u64)a, (u64)b, (u64)m_len);
    }
    if (1 > a + 1 || a >= b - a) {
        kiln.fail(13, (u64)1ull, (u64)a, (u64)(b - a));
    }
    if (i < x_len) {
        const float saved = ((m + a) + 1)[kiln.at(i, a + 1 - 1, 16)] + (m + a)[kiln.at(i, b - a, 17)];
        if (0ull >= 8) {
            kiln.fail(18, (u64)0ull, (u64)8ull);
        }
        x[kiln.at(i, x_len, 19)] = saved + (float)4 + (float)(a + 1 - 1);
    }
    if (a > x_len) {
        kiln.fail(21, (u64)a, (u64)x_len);
    }
    (x + 0)[kiln.at(0, a, 24)] = (x + a)[kiln.at(b, x_len - a, 23)];
    if (a >= a) {
        kiln.fail(26, (u64)a, (u64)a);
    }
    if (b >= a) {
        kiln.fail(27, (u64)b, (u64)a);
    }
    const float held = (x + 0)[a];
    (x + 0)[a] = (x + 0)[b];
    (x + 0)[b] = held;
}
