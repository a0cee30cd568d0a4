template <typename T> __device__ __forceinline__ T saturating_sub(T a, T b) {
    if constexpr (sizeof(T) < 8) {
        return saturate<T>((i64)a - (i64)b);
    } else if constexpr (limits<T>::is_signed) {
        const T difference = (T)((u64)a - (u64)b);
        return ((a ^ b) & (a ^ difference)) < 0 ? (a < 0 ? limits<T>::min : limits<T>::max) : difference;
    } else {
        return a < b ? 0 : a - b;
    }
}
