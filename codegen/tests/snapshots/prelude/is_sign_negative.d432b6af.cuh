template <typename T> __device__ __forceinline__ bool is_sign_negative(T x) { return signbit(x); }
