__device__ __forceinline__ i32 saturating_abs_i32(i32 x) {
    const i32 magnitude = kiln::int_abs(x);
    return magnitude < 0 ? 2147483647 : magnitude;
}
