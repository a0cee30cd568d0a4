__device__ __forceinline__ double log_f64(double x, double base) {
    const double x_1 = x;
    const double base_1 = base;
    const double result = kiln::ln_f64(x_1) / kiln::ln_f64(base_1);
    return result;
}
