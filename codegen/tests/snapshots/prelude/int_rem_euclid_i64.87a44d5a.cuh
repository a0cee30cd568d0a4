__device__ __forceinline__ i64 int_rem_euclid_i64(i64 a, i64 b) {
    const i64 remainder = a % b;
    const i64 other = b < 0 ? (i64)((u64)remainder - b) : (i64)((u64)remainder + b);
    return remainder < 0 ? other : remainder;
}
