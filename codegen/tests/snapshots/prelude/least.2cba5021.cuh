template <typename T> __device__ __forceinline__ T least(T a, T b) {
    if constexpr (__is_class(T)) return T(fminf((float)a, (float)b));
    else if constexpr ((T)0.5 == 0) return b < a ? b : a;
    else return fmin(a, b);
}
