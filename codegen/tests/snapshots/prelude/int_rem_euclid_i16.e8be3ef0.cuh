__device__ __forceinline__ i16 int_rem_euclid_i16(i16 a, i16 b) {
    const i16 remainder = a % b;
    const i16 other = b < 0 ? kiln::narrow<i16>((u32)remainder - b) : (i16)((u32)remainder + b);
    return remainder < 0 ? other : remainder;
}
