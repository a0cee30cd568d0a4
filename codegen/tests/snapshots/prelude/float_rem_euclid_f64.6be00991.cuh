__device__ __forceinline__ double float_rem_euclid_f64(double a, double b) {
    const double remainder = fmod(a, b);
    return remainder < kiln::hidden(0.0) ? remainder + fabs(b) : remainder;
}
