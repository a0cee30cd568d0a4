template <typename T> __device__ __forceinline__ T next_power_of_two(T x) {
    if (x <= 1) return 1;
    const u32 zeros = leading_zeros((T)(x - 1));
    return zeros == 0 ? 0 : (T)((T)1 << (8 * sizeof(T) - zeros));
}
