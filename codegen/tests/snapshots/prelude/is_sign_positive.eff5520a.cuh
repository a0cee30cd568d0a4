template <typename T> __device__ __forceinline__ bool is_sign_positive(T x) { return !signbit(x); }
