__device__ __forceinline__ i16 wrapping_abs_i16(i16 x) {
    return kiln::int_abs(x);
}
