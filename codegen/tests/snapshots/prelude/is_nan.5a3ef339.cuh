template <typename T> __device__ __forceinline__ bool is_nan(T x) { return isnan(x); }
