template <typename T> __device__ __forceinline__ T greatest(T a, T b) {
    if constexpr (__is_class(T)) return T(fmaxf((float)a, (float)b));
    else if constexpr ((T)0.5 == 0) return b > a ? b : a;
    else return fmax(a, b);
}
