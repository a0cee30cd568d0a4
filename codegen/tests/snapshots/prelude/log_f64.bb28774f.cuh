__device__ __forceinline__ double log_f64(double x, double base) {
    return log(x) / log(base);
}
