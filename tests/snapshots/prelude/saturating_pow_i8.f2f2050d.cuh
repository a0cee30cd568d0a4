__device__ __forceinline__ i8 saturating_pow_i8(i8 x, u32 power) {
    i8 result = 1;
    i8 square = x;
    u32 rest = power;
    while (true) {
        if ((rest & 1) != 0) {
            result = kiln::saturating_mul_i8(result, square);
        }
        rest >>= 1;
        if (rest == 0) {
            break;
        }
        square = kiln::saturating_mul_i8(square, square);
    }
    return result;
}
