template <typename T> __device__ __forceinline__ T warp_exclusive_max(T value) {
    return warp_scan_below(__activemask(), value, least_value<T>(), [](T a, T b) { return greatest(a, b); });
}
