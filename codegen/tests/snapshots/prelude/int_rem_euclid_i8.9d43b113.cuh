__device__ __forceinline__ i8 int_rem_euclid_i8(i8 a, i8 b) {
    const i8 remainder = a % b;
    const i8 other = b < 0 ? kiln::narrow<i8>((u32)remainder - b) : (i8)((u32)remainder + b);
    return remainder < 0 ? other : remainder;
}
