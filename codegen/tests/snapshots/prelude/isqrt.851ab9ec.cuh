template <typename T> __device__ __forceinline__ T isqrt(T x) {
    u64 root = (u64)sqrt((double)x);
    if (root > 0xffffffff) root = 0xffffffff;
    if (root * root > x) --root;
    else if (x - root * root > 2 * root) ++root;
    return (T)root;
}
