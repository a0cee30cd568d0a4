template <typename T> __device__ __forceinline__ T unbounded_shr(T x, u32 amount) {
    const u32 last = 8 * sizeof(T) - 1;
    if constexpr (limits<T>::is_signed) return (T)(x >> (amount < last ? amount : last));
    else return amount <= last ? (T)(x >> amount) : (T)0;
}
