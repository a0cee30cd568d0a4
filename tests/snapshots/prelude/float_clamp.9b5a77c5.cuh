template <typename T> __device__ __forceinline__ T float_clamp(T x, T low, T high) {
    return x < low ? low : x > high ? high : x;
}
