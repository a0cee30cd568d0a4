__device__ __forceinline__ i32 wrapping_abs_i32(i32 x) {
    return kiln::int_abs(x);
}
