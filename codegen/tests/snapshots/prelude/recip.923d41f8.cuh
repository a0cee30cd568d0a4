template <typename T> __device__ __forceinline__ T recip(T x) { return 1 / x; }
