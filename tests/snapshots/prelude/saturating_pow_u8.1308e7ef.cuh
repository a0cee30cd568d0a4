__device__ __forceinline__ u8 saturating_pow_u8(u8 x, u32 power) {
    u8 result = 1;
    u8 square = x;
    u32 rest = power;
    while (true) {
        if ((rest & 1) != 0) {
            result = kiln::saturating_mul_u8(result, square);
        }
        rest >>= 1;
        if (rest == 0) {
            break;
        }
        square = kiln::saturating_mul_u8(square, square);
    }
    return result;
}
