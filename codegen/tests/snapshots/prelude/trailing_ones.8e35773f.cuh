template <typename T> __device__ __forceinline__ u32 trailing_ones(T x) { return trailing_zeros((T)~x); }
