__device__ __forceinline__ double to_degrees_f64(double x) {
    return x * (180.0 / 3.141592653589793);
}
