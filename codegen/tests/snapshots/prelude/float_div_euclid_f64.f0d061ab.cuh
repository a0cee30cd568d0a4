__device__ __forceinline__ double float_div_euclid_f64(double a, double b) {
    const double quotient = trunc(a / b);
    const double away = b > 0.0 ? quotient - 1.0 : quotient + 1.0;
    return fmod(a, b) < kiln::hidden(0.0) ? away : quotient;
}
