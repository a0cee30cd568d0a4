template <typename T> __device__ __forceinline__ T warp_exclusive_sum(T value) {
    return warp_scan_below(__activemask(), value, (T)0.0f, [](T a, T b) { return wrapping_add(a, b); });
}
