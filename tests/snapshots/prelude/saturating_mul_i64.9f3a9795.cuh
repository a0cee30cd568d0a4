__device__ __forceinline__ i64 saturating_mul_i64(i64 a, i64 b) {
    const i64 product = (i64)((u64)a * b);
    const i64 upper = kiln::mul_hi(a, b);
    const i64 end = (a ^ b) < 0 ? -9223372036854775807ll - 1 : 9223372036854775807ll;
    return upper == product >> 63 ? product : end;
}
