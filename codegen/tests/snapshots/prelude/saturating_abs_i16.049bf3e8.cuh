__device__ __forceinline__ i16 saturating_abs_i16(i16 x) {
    const i16 magnitude = kiln::int_abs(x);
    return magnitude < 0 ? 32767 : magnitude;
}
