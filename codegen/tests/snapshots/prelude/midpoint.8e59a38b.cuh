template <typename T> __device__ __forceinline__ T midpoint(T a, T b) {
    const T floor = (T)((a & b) + ((a ^ b) >> 1));
    if constexpr (limits<T>::is_signed) {
        if (floor < 0 && ((a ^ b) & 1)) return (T)(floor + 1);
    }
    return floor;
}
