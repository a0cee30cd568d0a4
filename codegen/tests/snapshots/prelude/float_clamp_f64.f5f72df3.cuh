__device__ __forceinline__ double float_clamp_f64(double x, double low, double high) {
    return x < kiln::hidden(low) ? low : x > kiln::hidden(high) ? high : x;
}
