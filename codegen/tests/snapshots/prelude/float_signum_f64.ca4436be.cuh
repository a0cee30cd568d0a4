__device__ __forceinline__ double float_signum_f64(double x) {
    return x != x ? x : copysign(1.0, x);
}
