__device__ __forceinline__ i64 pow_i64(i64 x, u32 exponent) {
    i64 result = 1;
    i64 square = x;
    u32 rest = exponent;
    while (rest != 0) {
        if ((rest & 1) != 0) {
            (u64&)result *= square;
        }
        (u64&)square *= square;
        rest >>= 1;
    }
    return result;
}
