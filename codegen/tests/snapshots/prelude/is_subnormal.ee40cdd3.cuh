template <typename U> __device__ __forceinline__ bool is_subnormal(U bits, U exponent) {
    return (bits & exponent) == 0 && (U)(bits << 1) != 0;
}
