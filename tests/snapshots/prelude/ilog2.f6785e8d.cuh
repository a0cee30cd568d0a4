template <typename T> __device__ __forceinline__ u32 ilog2(T x) {
    return x <= 0 ? 0 : (u32)(8 * sizeof(T)) - 1 - leading_zeros(x);
}
