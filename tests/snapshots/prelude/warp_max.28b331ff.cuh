template <typename T> __device__ __forceinline__ T warp_max(T value) {
    return warp_reduce(value, [](T a, T b) { return greatest(a, b); });
}
