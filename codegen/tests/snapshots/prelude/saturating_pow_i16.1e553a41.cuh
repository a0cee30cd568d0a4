__device__ __forceinline__ i16 saturating_pow_i16(i16 x, u32 power) {
    i16 result = 1;
    i16 square = x;
    u32 rest = power;
    while (true) {
        if ((rest & 1) != 0) {
            result = kiln::saturating_mul_i16(result, square);
        }
        rest >>= 1;
        if (rest == 0) {
            break;
        }
        square = kiln::saturating_mul_i16(square, square);
    }
    return result;
}
