__device__ __forceinline__ double log_f64(double x, double base) {
    return kiln::ln_f64(x) / kiln::ln_f64(base);
}
