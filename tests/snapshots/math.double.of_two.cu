typedef int i32;
typedef long long i64;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

template <typename T, usize length> struct array {
    T items[length];

    __device__ __forceinline__ T& operator[](usize index) { return items[index]; }
    __device__ __forceinline__ const T& operator[](usize index) const { return items[index]; }
};

// prelude: fail_record.18877a3b fail.ebbbc3a8 hidden.67bf754a is_nan_f64.eb36a48f powf_f64.2adcf59a hypot_f64.3fea96e5
//   atan2_f64.5d441f57 ln_f64.f908b30c log_f64.4d321d98 launch_info.502d9f1e

extern "C" __global__ void of_two(
    const double* __restrict__ x, usize x_len,
    const double* __restrict__ y, usize y_len,
    array<double, 4>* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const double saved = x[kiln.at(i, x_len, 4)];
        const double saved_1 = y[kiln.at(i, y_len, 5)];
        const double v = saved;
        const double w = saved_1;
        out[i] = array<double, 4>{kiln::powf_f64(v, w), kiln::hypot_f64(v, w), kiln::atan2_f64(v, w), kiln::log_f64(v, w)};
    }
}
