template <typename T> __device__ __forceinline__ T warp_inclusive_sum(T value) {
    return warp_scan(__activemask(), value, [](T a, T b) { return wrapping_add(a, b); });
}
