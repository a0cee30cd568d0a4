template <typename T> __device__ __forceinline__ T warp_exclusive_min(T value) {
    return warp_scan_below(__activemask(), value, greatest_value<T>(), [](T a, T b) { return least(a, b); });
}
