template <typename T> __device__ __forceinline__ T warp_sum(T value) {
    return warp_reduce(value, [](T a, T b) { return wrapping_add(a, b); });
}
