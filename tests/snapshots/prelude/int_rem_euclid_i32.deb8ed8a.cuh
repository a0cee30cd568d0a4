__device__ __forceinline__ i32 int_rem_euclid_i32(i32 a, i32 b) {
    const i32 remainder = a % b;
    const i32 other = b < 0 ? (i32)((u32)remainder - b) : (i32)((u32)remainder + b);
    return remainder < 0 ? other : remainder;
}
