template <typename T> __device__ __forceinline__ T float_rem_euclid(T a, T b) {
    const T remainder = fmod(a, b);
    return remainder < 0 ? remainder + fabs(b) : remainder;
}
