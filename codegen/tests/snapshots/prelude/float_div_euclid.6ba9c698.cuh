template <typename T> __device__ __forceinline__ T float_div_euclid(T a, T b) {
    const T quotient = trunc(a / b);
    if (fmod(a, b) < 0) return b > 0 ? quotient - 1 : quotient + 1;
    return quotient;
}
