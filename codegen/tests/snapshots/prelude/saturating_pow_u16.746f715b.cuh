__device__ __forceinline__ u16 saturating_pow_u16(u16 x, u32 power) {
    u16 result = 1;
    u16 square = x;
    u32 rest = power;
    while (true) {
        if ((rest & 1) != 0) {
            result = kiln::saturating_mul_u16(result, square);
        }
        rest >>= 1;
        if (rest == 0) {
            break;
        }
        square = kiln::saturating_mul_u16(square, square);
    }
    return result;
}
