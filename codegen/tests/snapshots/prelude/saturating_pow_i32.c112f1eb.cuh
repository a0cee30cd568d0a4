__device__ __forceinline__ i32 saturating_pow_i32(i32 x, u32 power) {
    i32 result = 1;
    i32 square = x;
    u32 rest = power;
    while (true) {
        if ((rest & 1) != 0) {
            result = kiln::saturating_mul_i32(result, square);
        }
        rest >>= 1;
        if (rest == 0) {
            break;
        }
        square = kiln::saturating_mul_i32(square, square);
    }
    return result;
}
