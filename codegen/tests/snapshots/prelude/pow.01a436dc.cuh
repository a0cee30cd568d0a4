template <typename T> __device__ __forceinline__ T pow(T x, u32 power) {
    u64 result = 1;
    for (u64 square = (u64)x; power != 0; power >>= 1, square *= square)
        if (power & 1) result *= square;
    return (T)result;
}
