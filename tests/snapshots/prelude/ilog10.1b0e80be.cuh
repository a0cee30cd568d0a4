template <typename T> __device__ __forceinline__ u32 ilog10(T x) {
    u32 result = 0;
    for (; x >= 10; x /= 10) ++result;
    return result;
}
