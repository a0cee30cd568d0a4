template <typename T> __device__ __forceinline__ T int_min(T a, T b) { return b < a ? b : a; }
