template <typename T> __device__ __forceinline__ T div_ceil(T a, T b) { return (T)(a / b + (a % b != 0)); }
