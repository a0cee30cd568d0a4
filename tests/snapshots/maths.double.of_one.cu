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
//   negated.60e6282c exp_f64.11ac257f exp2_f64.220c45ca exp_m1_f64.b53f02ac ln_f64.0fcec338 log2_f64.08e46d77
//   log10_f64.ffd50557 ln_1p_f64.e2795ef1 cbrt_f64.0291e017 sin_f64.2bb929f2 cos_f64.a5cad7c0 tan_f64.e3dcab79
//   asin_f64.58e958ba acos_f64.cd8567c6 atan_f64.2d26ed77 sinh_f64.d50ffbb8 cosh_f64.4d3dfcd3 tanh_f64.88833e1d
//   asinh_f64.be2fd919 acosh_f64.2579bcb7 atanh_f64.a7748e8f erf_f64.a8517306 erfc_f64.1093bb84 launch_info.502d9f1e

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
