template <typename T> __device__ __forceinline__ T int_rem_euclid(T a, T b) {
    const T remainder = a % b;
    if constexpr (limits<T>::is_signed) {
        if (remainder < 0) return (T)(b < 0 ? remainder - b : remainder + b);
    }
    return remainder;
}
