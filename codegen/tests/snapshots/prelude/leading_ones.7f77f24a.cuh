template <typename T> __device__ __forceinline__ u32 leading_ones(T x) { return leading_zeros((T)~x); }
