template <typename T> __device__ __forceinline__ T warp_and(T value) {
    return warp_reduce(value, [](T a, T b) { return (T)(a & b); });
}
