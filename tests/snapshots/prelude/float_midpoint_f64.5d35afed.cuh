__device__ __forceinline__ double float_midpoint_f64(double a, double b) {
    const bool small_a = fabs(a) < 4.450147717014403e-308;
    const bool small_b = fabs(b) < 4.450147717014403e-308;
    const double half_a = small_a ? a : a * 0.5;
    const double half_b = small_b && !small_a ? b : b * 0.5;
    return fabs(a) <= 8.988465674311579e307 && fabs(b) <= 8.988465674311579e307 ? (a + b) * 0.5 : half_a + half_b;
}
