template <typename T> __device__ __forceinline__ T wrapping_add(T a, T b) {
    if constexpr (__is_class(T)) return a + b;
    else if constexpr ((T)0.5 == 0) return (T)((u64)a + (u64)b);
    else return a + b;
}
