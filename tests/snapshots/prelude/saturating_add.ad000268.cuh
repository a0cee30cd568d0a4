template <typename T> __device__ __forceinline__ T saturating_add(T a, T b) {
    if constexpr (sizeof(T) < 8) {
        return saturate<T>((i64)a + (i64)b);
    } else if constexpr (limits<T>::is_signed) {
        const T sum = (T)((u64)a + (u64)b);
        return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? limits<T>::min : limits<T>::max) : sum;
    } else {
        const T sum = a + b;
        return sum < a ? limits<T>::max : sum;
    }
}
