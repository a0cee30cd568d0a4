template <typename T> __device__ __forceinline__ T int_signum(T x) { return (T)((x > 0) - (x < 0)); }
