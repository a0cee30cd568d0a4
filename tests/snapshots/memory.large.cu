typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 launch_info.7c4ffe17

extern "C" __global__ void __launch_bounds__(128) large(
    double* __restrict__ x, usize x_len,
    const kiln::launch_info kiln
) {
    extern __shared__ __align__(16) u8 shared_memory[];
    array<array<double, 60>, 128>& table = *(array<array<double, 60>, 128>*)(shared_memory + 0);
    double* const more = (double*)(shared_memory + 61440);
    const usize more_len = kiln.shared_len;
    const usize t = (usize)threadIdx.x;
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    for (usize k = 0; k < 60; ++k) {
        table[t][k] = x[kiln.at(i, x_len, 6)] + (double)k;
    }
    more[kiln.at(t, more_len, 10)] = 1000.0;
    __syncthreads();
    double sum = more[kiln.at(127 - t, more_len, 13)];
    for (usize k = 0; k < 60; ++k) {
        sum += table[127 - t][k];
    }
    x[kiln.at(i, x_len, 19)] = sum;
}
