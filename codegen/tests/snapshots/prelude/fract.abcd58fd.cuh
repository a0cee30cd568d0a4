template <typename T> __device__ __forceinline__ T fract(T x) { return x - trunc(x); }
