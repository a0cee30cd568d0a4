template <typename T> __device__ __forceinline__ T unbounded_shl(T x, u32 amount) {
    return amount < 8 * sizeof(T) ? (T)((unsigned_of<T>)x << amount) : (T)0;
}
