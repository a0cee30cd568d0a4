__device__ __forceinline__ bool is_nan_f64(double x) {
    return x != x;
}
