template <typename T> __device__ __forceinline__ T saturating_abs(T x) { return x < 0 ? saturating_neg(x) : x; }
