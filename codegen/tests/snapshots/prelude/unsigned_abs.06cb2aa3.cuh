template <typename T> __device__ __forceinline__ unsigned_of<T> unsigned_abs(T x) { return magnitude(x); }
