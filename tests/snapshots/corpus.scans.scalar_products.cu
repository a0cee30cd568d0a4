typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca range.ae1cd7e6 launch_info.502d9f1e

extern "C" __global__ void __launch_bounds__(128) scalar_products(
    usize n,
    const float* __restrict__ a, usize a_len,
    const float* __restrict__ b, usize b_len,
    float* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    __shared__ array<float, 128> partial;
    const usize t = (usize)threadIdx.x;
    const usize start = (usize)blockIdx.x * n;
    float sum = 0.0f;
    for (const usize i : kiln::range<usize>(t, n, 128, false, false)) {
        sum += a[kiln.at(start + i, a_len, 6)] * b[kiln.at(start + i, b_len, 7)];
    }
    partial[t] = sum;
    __syncthreads();
    usize half = 64;
    while (half > 0) {
        if (t < half) {
            partial[t] += partial[t + half];
        }
        __syncthreads();
        half = half / 2;
    }
    if (t == 0) {
        out[kiln.at((usize)blockIdx.x, out_len, 23)] = partial[0];
    }
}
