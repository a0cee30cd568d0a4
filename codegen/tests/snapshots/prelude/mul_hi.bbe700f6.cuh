template <typename T> __device__ __forceinline__ T mul_hi(T a, T b) {
    if constexpr (sizeof(T) < 4) return (T)((u32)a * (u32)b >> 8 * sizeof(T));
    else if constexpr (sizeof(T) == 4) return limits<T>::is_signed ? (T)__mulhi(a, b) : (T)__umulhi(a, b);
    else return limits<T>::is_signed ? (T)__mul64hi(a, b) : (T)__umul64hi(a, b);
}
