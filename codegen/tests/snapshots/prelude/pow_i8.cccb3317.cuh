__device__ __forceinline__ i8 pow_i8(i8 x, u32 exponent) {
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
    return (i8)value;
}
