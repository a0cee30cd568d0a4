typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 filled.c4c772b2 launch_info.502d9f1e

extern "C" __global__ void captured(
    const double* __restrict__ x, usize x_len,
    double* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        array<double, 6> parts = kiln::filled<6>(0.0);
        for (usize k = 0; k < 6; ++k) {
            parts[k] = x[kiln.at(i, x_len, 7)] * (double)k;
        }
        const double fall = 9.81 / 2.0;
        out[i] = parts[6ull - 2] * (double)2.5f + fall;
    }
}
