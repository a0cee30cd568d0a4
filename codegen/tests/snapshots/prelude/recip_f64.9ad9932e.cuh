__device__ __forceinline__ double recip_f64(double x) {
    return 1.0 / x;
}
