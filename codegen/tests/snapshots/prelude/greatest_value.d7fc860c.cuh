// What no value is above.
template <typename T> __device__ __forceinline__ T greatest_value() {
    if constexpr (__is_class(T)) return T(__int_as_float(0x7f800000));
    else if constexpr ((T)0.5 == 0) return limits<T>::max;
    else return (T)__int_as_float(0x7f800000);
}
