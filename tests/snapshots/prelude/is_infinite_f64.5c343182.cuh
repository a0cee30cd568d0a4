__device__ __forceinline__ bool is_infinite_f64(double x) {
    return fabs(x) == __longlong_as_double(0x7ff0000000000000ll);
}
