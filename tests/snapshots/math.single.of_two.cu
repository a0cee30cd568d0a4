typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 hidden.67bf754a least.2cba5021 at_least.a41885c4 is_nan_f32.ba7fa862
//   powf_f32.8f391281 hypot_f32.648d812a atan2_f32.901d0718 ln_f32.b5e5e3e3 log_f32.6af4994b launch_info.502d9f1e

extern "C" __global__ void of_two(
    const float* __restrict__ x, usize x_len,
    const float* __restrict__ y, usize y_len,
    array<float, 4>* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const float saved = x[kiln.at(i, x_len, 4)];
        const float saved_1 = y[kiln.at(i, y_len, 5)];
        const float v = saved;
        const float w = saved_1;
        out[i] = array<float, 4>{kiln::powf_f32(v, w), kiln::hypot_f32(v, w), kiln::atan2_f32(v, w), kiln::log_f32(v, w)};
    }
}
