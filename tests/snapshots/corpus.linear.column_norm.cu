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

// prelude: fail_record.18877a3b fail.ebbbc3a8 unsigned_by_size.3ee267ca limits.6be52157 launch_info.b060b5e4

extern "C" __global__ void __launch_bounds__(128) column_norm(
    usize n,
    usize k,
    const float* __restrict__ a, usize a_len,
    float* __restrict__ r, usize r_len,
    const kiln::launch_info kiln
) {
    __shared__ array<float, 128> partial;
    const usize t = (usize)threadIdx.x;
    float sum = 0.0f;
    for (usize row = t, row_end = kiln.div(a_len, n, 5); row < row_end; row += 128) {
        sum += a[kiln.at(row * n + k, a_len, 7)] * a[kiln.at(row * n + k, a_len, 8)];
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
    if ((usize)blockIdx.x * blockDim.x + threadIdx.x == 0) {
        r[kiln.at(k * n + k, r_len, 24)] = sqrtf(partial[0]);
    }
}
