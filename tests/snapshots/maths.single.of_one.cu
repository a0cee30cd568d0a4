typedef int i32;
typedef long long i64;
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

// prelude: fail_record.18877a3b fail.ebbbc3a8 hidden.67bf754a negated.60e6282c least.2cba5021 at_least.a41885c4
//   unsigned_by_size.3ee267ca limits.6be52157 saturate.21627796 to.5dedd7cc exp_f32.e97dfdc0 exp2_f32.bb736329
//   exp_m1_f32.3fbaf90b ln_f32.af3e06b8 log2_f32.50e3f42a log10_f32.4501aa61 ln_1p_f32.074d9bcd cbrt_f32.73a0c933
//   sin_f32.bdcf4442 cos_f32.4ce935f2 tan_f32.ad6d7a8c asin_f32.86f028d0 acos_f32.f06138d5 atan_f32.cdbc9e05
//   sinh_f32.4872a371 cosh_f32.3eb0a708 tanh_f32.59aac8d0 asinh_f32.6681724b acosh_f32.ee847cfd atanh_f32.f046b845
//   erf_f32.dbf7184c erfc_f32.c96187eb launch_info.502d9f1e

extern "C" __global__ void of_one(
    const float* __restrict__ x, usize x_len,
    array<float, 22>* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const float v = x[kiln.at(i, x_len, 4)];
        out[i] = array<float, 22>{kiln::exp_f32(v), kiln::exp2_f32(v), kiln::exp_m1_f32(v), kiln::ln_f32(v), kiln::log2_f32(v), kiln::log10_f32(v), kiln::ln_1p_f32(v), kiln::cbrt_f32(v), kiln::sin_f32(v), kiln::cos_f32(v), kiln::tan_f32(v), kiln::asin_f32(v), kiln::acos_f32(v), kiln::atan_f32(v), kiln::sinh_f32(v), kiln::cosh_f32(v), kiln::tanh_f32(v), kiln::asinh_f32(v), kiln::acosh_f32(v), kiln::atanh_f32(v), kiln::erf_f32(v), kiln::erfc_f32(v)};
    }
}
