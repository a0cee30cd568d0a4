template <typename T> __device__ __forceinline__ bool is_power_of_two(T x) { return count_ones(x) == 1; }
