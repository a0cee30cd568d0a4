typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 filled.c4c772b2 launch_info.502d9f1e

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
