__device__ __forceinline__ i16 int_div_euclid_i16(i16 a, i16 b) {
    const i16 quotient = a / b;
    const i16 away = b > 0 ? (i16)(quotient - 1u) : (i16)(quotient + 1u);
    return kiln::narrow<i16>(a - (u32)quotient * b) < 0 ? away : quotient;
}
