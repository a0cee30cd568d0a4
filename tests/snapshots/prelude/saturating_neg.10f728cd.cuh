template <typename T> __device__ __forceinline__ T saturating_neg(T x) {
    return x == limits<T>::min ? limits<T>::max : (T)-x;
}
