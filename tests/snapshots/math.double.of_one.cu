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

// prelude: fail_record.18877a3b fail.ebbbc3a8 hidden.67bf754a unsigned_by_size.3ee267ca leading_zeros.515b8827
//   negated.60e6282c exp_f64.086d3bcb exp2_f64.9e478c72 exp_m1_f64.41792f9e ln_f64.f908b30c log2_f64.2053dcf1
//   log10_f64.bcf2ee5f ln_1p_f64.04fd1332 cbrt_f64.9d487943 sin_f64.9401a752 cos_f64.00e9ab86 tan_f64.3fbc20e3
//   asin_f64.924adf52 acos_f64.ac6761fa atan_f64.26b282d2 sinh_f64.bd2da2ed cosh_f64.b10313ae tanh_f64.23b93791
//   asinh_f64.05995130 acosh_f64.b777caec atanh_f64.4ab213a5 erf_f64.d9e83f9a erfc_f64.c044b5ff launch_info.502d9f1e

extern "C" __global__ void of_one(
    const double* __restrict__ x, usize x_len,
    array<double, 22>* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const double v = x[kiln.at(i, x_len, 4)];
        out[i] = array<double, 22>{kiln::exp_f64(v), kiln::exp2_f64(v), kiln::exp_m1_f64(v), kiln::ln_f64(v), kiln::log2_f64(v), kiln::log10_f64(v), kiln::ln_1p_f64(v), kiln::cbrt_f64(v), kiln::sin_f64(v), kiln::cos_f64(v), kiln::tan_f64(v), kiln::asin_f64(v), kiln::acos_f64(v), kiln::atan_f64(v), kiln::sinh_f64(v), kiln::cosh_f64(v), kiln::tanh_f64(v), kiln::asinh_f64(v), kiln::acosh_f64(v), kiln::atanh_f64(v), kiln::erf_f64(v), kiln::erfc_f64(v)};
    }
}
