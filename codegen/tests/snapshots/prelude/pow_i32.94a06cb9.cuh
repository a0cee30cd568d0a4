__device__ __forceinline__ i32 pow_i32(i32 x, u32 exponent) {
    i32 result = 1;
    i32 square = x;
    u32 rest = exponent;
    while (rest != 0) {
        if ((rest & 1) != 0) {
            (u32&)result *= square;
        }
        (u32&)square *= square;
        rest >>= 1;
    }
    return result;
}
