__device__ __forceinline__ i32 int_div_euclid_i32(i32 a, i32 b) {
    const i32 quotient = a / b;
    const i32 away = b > 0 ? (i32)(quotient - 1u) : (i32)(quotient + 1u);
    return (i32)(a - (u32)quotient * b) < 0 ? away : quotient;
}
