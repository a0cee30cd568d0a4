__device__ __forceinline__ i64 int_div_euclid_i64(i64 a, i64 b) {
    const i64 quotient = a / b;
    const i64 away = b > 0 ? (i64)(quotient - 1ull) : (i64)(quotient + 1ull);
    return (i64)(a - (u64)quotient * b) < 0 ? away : quotient;
}
