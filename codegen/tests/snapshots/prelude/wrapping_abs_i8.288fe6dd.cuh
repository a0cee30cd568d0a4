__device__ __forceinline__ i8 wrapping_abs_i8(i8 x) {
    return kiln::int_abs(x);
}
