template <typename T> __device__ __forceinline__ T int_abs(T x) { return (T)magnitude(x); }
