template <typename T> __device__ __forceinline__ u32 trailing_zeros(T x) {
    if constexpr (sizeof(T) == 8) {
        return x == 0 ? 64 : __ffsll((i64)x) - 1;
    } else {
        return x == 0 ? 8 * sizeof(T) : __ffs((i32)x) - 1;
    }
}
