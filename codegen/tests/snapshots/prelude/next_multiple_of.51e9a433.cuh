template <typename T> __device__ __forceinline__ T next_multiple_of(T x, T multiple) {
    const T remainder = x % multiple;
    return remainder == 0 ? x : (T)(x + (multiple - remainder));
}
