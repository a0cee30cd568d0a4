template <typename T> __device__ __forceinline__ T float_signum(T x) { return x != x ? x : copysign((T)1, x); }
