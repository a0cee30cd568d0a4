__device__ __forceinline__ u16 wrapping_pow_u16(u16 x, u32 exponent) {
    const u32 x_1 = (u32)x;
    u32 result = 1;
    u32 square = x_1;
    u32 rest = exponent;
    while (rest != 0) {
        if ((rest & 1) != 0) {
            result *= square;
        }
        square *= square;
        rest >>= 1;
    }
    const u32 value = result;
    return (u16)value;
}
