template <typename T> __device__ __forceinline__ T warp_inclusive_min(T value) {
    return warp_scan(__activemask(), value, [](T a, T b) { return least(a, b); });
}
