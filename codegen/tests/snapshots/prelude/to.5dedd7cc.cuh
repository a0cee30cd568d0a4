// A float as an integer, as Rust casts: toward zero, saturating, NaN to zero.
template <typename T> __device__ __forceinline__ T to(float x) {
    if (x != x) return 0;
    if constexpr (sizeof(T) < 4) return saturate<T>(__float2int_rz(x));
    else if constexpr (sizeof(T) == 4) return limits<T>::is_signed ? (T)__float2int_rz(x) : (T)__float2uint_rz(x);
    else return limits<T>::is_signed ? (T)__float2ll_rz(x) : (T)__float2ull_rz(x);
}
template <typename T> __device__ __forceinline__ T to(double x) {
    if (x != x) return 0;
    if constexpr (sizeof(T) < 4) return saturate<T>(__double2int_rz(x));
    else if constexpr (sizeof(T) == 4) return limits<T>::is_signed ? (T)__double2int_rz(x) : (T)__double2uint_rz(x);
    else return limits<T>::is_signed ? (T)__double2ll_rz(x) : (T)__double2ull_rz(x);
}
