// What no value is below.
template <typename T> __device__ __forceinline__ T least_value() {
    if constexpr (__is_class(T)) return T(__int_as_float((i32)0xff800000));
    else if constexpr ((T)0.5 == 0) return limits<T>::min;
    else return (T)__int_as_float((i32)0xff800000);
}
