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
//   unsigned_by_size.3ee267ca limits.6be52157 saturate.21627796 to.5dedd7cc exp_f32.5cbae4d1 exp2_f32.3c930993
//   exp_m1_f32.82ba784a ln_f32.b5e5e3e3 log2_f32.f30cdd4b log10_f32.6fd4bc3c ln_1p_f32.bbcbb94c cbrt_f32.bede1721
//   sin_f32.010590d2 cos_f32.005c36b7 tan_f32.56889db3 asin_f32.16bb8444 acos_f32.15a45a64 atan_f32.becd5e4a
//   sinh_f32.59f05c77 cosh_f32.cd7d23fb tanh_f32.02e64c26 asinh_f32.5bb0c9bb acosh_f32.5f200d25 atanh_f32.4e7458a8
//   erf_f32.e6892a34 erfc_f32.ebaece09 launch_info.502d9f1e

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
