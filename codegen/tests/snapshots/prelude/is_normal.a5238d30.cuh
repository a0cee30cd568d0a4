template <typename U> __device__ __forceinline__ bool is_normal(U bits, U exponent) {
    const U found = bits & exponent;
    return found != 0 && found != exponent;
}
