__device__ __forceinline__ double log_f64(double x, double base) {
    const double x_1 = x;
    const double base_1 = base;
    const double result = log(x_1) / log(base_1);
    return result;
}
