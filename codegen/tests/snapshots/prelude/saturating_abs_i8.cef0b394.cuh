__device__ __forceinline__ i8 saturating_abs_i8(i8 x) {
    const i8 magnitude = kiln::int_abs(x);
    return magnitude < 0 ? 127 : magnitude;
}
