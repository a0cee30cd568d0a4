__device__ __forceinline__ float float_midpoint(float a, float b) { return (float)(((double)a + (double)b) / 2); }
__device__ __forceinline__ double float_midpoint(double a, double b) {
    const double low = 4.450147717014403e-308, high = 8.988465674311579e307;
    if (fabs(a) <= high && fabs(b) <= high) return (a + b) / 2;
    if (fabs(a) < low) return a + b / 2;
    if (fabs(b) < low) return a / 2 + b;
    return a / 2 + b / 2;
}
