typedef int i32;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned long long usize;

// prelude: fail_record.18877a3b fail.ebbbc3a8 is_nan_f64.eb36a48f is_finite_f64.fcf7959f is_infinite_f64.5c343182
//   launch_info.502d9f1e

extern "C" __global__ void choices(
    const double* __restrict__ x, usize x_len,
    const double* __restrict__ y, usize y_len,
    double* __restrict__ out, usize out_len,
    const kiln::launch_info kiln
) {
    const usize i = (usize)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out_len) {
        const double saved = x[kiln.at(i, x_len, 4)];
        const double saved_1 = y[kiln.at(i, y_len, 5)];
        const double a = saved;
        const double b = saved_1;
        i32 n = 0;
        if (a < b) {
            (u32&)n += 1;
        }
        if (a <= b) {
            (u32&)n += 2;
        }
        if (a > b) {
            (u32&)n += 4;
        }
        if (a >= b) {
            (u32&)n += 8;
        }
        if (a == b) {
            (u32&)n += 16;
        }
        if (a != b) {
            (u32&)n += 32;
        }
        if (kiln::is_nan_f64(a) || kiln::is_finite_f64(b) && !kiln::is_infinite_f64(a)) {
            (u32&)n += 64;
        }
        out[i] = (double)n;
    }
}
