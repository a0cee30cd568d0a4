typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 hidden.67bf754a least.2cba5021 at_least.a41885c4 launch_info.502d9f1e

extern "C" __global__ void ranges(
    const float* __restrict__ x, usize x_len,
    const float* __restrict__ y, usize y_len,
    u32* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < x_len && i < y_len) {
        const float saved = fabsf(x[i]);
        const float saved_1 = exp2f(x[i]);
        const float saved_2 = sinf(x[i]);
        const float size = saved;
        const float power = saved_1;
        const float wave = saved_2;
        const float chosen = y[i] > 1.0f ? size : 2.0f;
        const array<bool, 14> all = {kiln::at_least(size, 0.0f), kiln::at_least(size, -0.0f), kiln::above(size, -1.0f), kiln::above(size, -1.0f), kiln::above(size, -1.0f), kiln::at_least(size + size, -0.0f), kiln::at_least(chosen, 0.0f), kiln::at_least(power, 0.0f), kiln::above(power + 1.0f, 0.0f), kiln::at_least(wave, -1.0f), wave < 2.0f, kiln::above(tanhf(x[i]), -2.0f), !(size < kiln::hidden(0.0f)), !kiln::at_least(size, 0.0f)};
        for (usize k = 0; k < 14; ++k) {
            out[kiln.at(i, out_len, 16)] |= (u32)all[k] << (k & 31);
        }
    }
}
