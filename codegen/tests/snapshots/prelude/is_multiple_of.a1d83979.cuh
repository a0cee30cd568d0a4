template <typename T> __device__ __forceinline__ bool is_multiple_of(T a, T b) { return b == 0 ? a == 0 : a % b == 0; }
