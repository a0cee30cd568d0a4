template <typename T> __device__ __forceinline__ T int_div_euclid(T a, T b) {
    const T quotient = a / b;
    if constexpr (limits<T>::is_signed) {
        if (a % b < 0) return (T)(b > 0 ? quotient - 1 : quotient + 1);
    }
    return quotient;
}
