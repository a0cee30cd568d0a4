__device__ __forceinline__ double to_radians_f64(double x) {
    return x * (3.141592653589793 / 180.0);
}
