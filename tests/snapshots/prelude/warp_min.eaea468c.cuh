template <typename T> __device__ __forceinline__ T warp_min(T value) {
    return warp_reduce(value, [](T a, T b) { return least(a, b); });
}
