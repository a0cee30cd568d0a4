typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 log_f32.fd9b1b2c launch_info.502d9f1e

extern "C" __global__ void by_default(
    const float* __restrict__ x, usize x_len,
    const float* __restrict__ y, usize y_len,
    array<float, 26>* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const float saved = x[kiln.at(i, x_len, 4)];
        const float saved_1 = y[kiln.at(i, y_len, 5)];
        const float v = saved;
        const float w = saved_1;
        out[i] = array<float, 26>{expf(v), exp2f(v), expm1f(v), logf(v), log2f(v), log10f(v), log1pf(v), cbrtf(v), sinf(v), cosf(v), tanf(v), asinf(v), acosf(v), atanf(v), sinhf(v), coshf(v), tanhf(v), asinhf(v), acoshf(v), atanhf(v), erff(v), erfcf(v), powf(v, w), hypotf(v, w), atan2f(v, w), kiln::log_f32(v, w)};
    }
}
