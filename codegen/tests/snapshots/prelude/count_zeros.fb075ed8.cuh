template <typename T> __device__ __forceinline__ u32 count_zeros(T x) { return 8 * sizeof(T) - count_ones(x); }
