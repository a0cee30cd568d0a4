template <typename T> __device__ __forceinline__ T saturating_mul(T a, T b) {
    if constexpr (limits<T>::is_signed && sizeof(T) < 8) {
        return saturate<T>((i64)a * (i64)b);
    } else if constexpr (limits<T>::is_signed) {
        const T product = (T)((u64)a * (u64)b);
        if (__mul64hi(a, b) == product >> 63) return product;
        return (a ^ b) < 0 ? limits<T>::min : limits<T>::max;
    } else if constexpr (sizeof(T) < 8) {
        const u64 product = (u64)a * b;
        return product > limits<T>::max ? limits<T>::max : (T)product;
    } else {
        return __umul64hi(a, b) != 0 ? limits<T>::max : a * b;
    }
}
