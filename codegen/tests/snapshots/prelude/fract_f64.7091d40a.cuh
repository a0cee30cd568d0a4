__device__ __forceinline__ double fract_f64(double x) {
    return x - trunc(x);
}
