__device__ __forceinline__ i64 saturating_pow_i64(i64 x, u32 power) {
    i64 result = 1;
    i64 square = x;
    u32 rest = power;
    while (true) {
        if ((rest & 1) != 0) {
            result = kiln::saturating_mul_i64(result, square);
        }
        rest >>= 1;
        if (rest == 0) {
            break;
        }
        square = kiln::saturating_mul_i64(square, square);
    }
    return result;
}
