__device__ __forceinline__ u64 wrapping_pow_u64(u64 x, u32 exponent) {
    u64 result = 1;
    u64 square = x;
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
