__device__ __forceinline__ u32 pow_u32(u32 x, u32 exponent) {
    u32 result = 1;
    u32 square = x;
    u32 rest = exponent;
    while (rest != 0) {
        if ((rest & 1) != 0) {
            result *= square;
        }
        square *= square;
        rest >>= 1;
    }
    return result;
}
