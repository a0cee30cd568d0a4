template <typename T> __device__ __forceinline__ bool is_finite(T x) { return isfinite(x); }
