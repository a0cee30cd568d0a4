__device__ __forceinline__ u32 saturating_pow_u32(u32 x, u32 power) {
    u32 result = 1;
    u32 square = x;
    u32 rest = power;
    while (true) {
        if ((rest & 1) != 0) {
            result = kiln::saturating_mul_u32(result, square);
        }
        rest >>= 1;
        if (rest == 0) {
            break;
        }
        square = kiln::saturating_mul_u32(square, square);
    }
    return result;
}
