template <typename T> __device__ __forceinline__ bool is_infinite(T x) { return isinf(x); }
