__device__ __forceinline__ i8 int_div_euclid_i8(i8 a, i8 b) {
    const i8 quotient = a / b;
    const i8 away = b > 0 ? (i8)(quotient - 1u) : (i8)(quotient + 1u);
    return kiln::narrow<i8>(a - (u32)quotient * b) < 0 ? away : quotient;
}
