__device__ __forceinline__ u64 saturating_pow_u64(u64 x, u32 power) {
    u64 result = 1;
    u64 square = x;
    u32 rest = power;
    while (true) {
        if ((rest & 1) != 0) {
            result = kiln::saturating_mul_u64(result, square);
        }
        rest >>= 1;
        if (rest == 0) {
            break;
        }
        square = kiln::saturating_mul_u64(square, square);
    }
    return result;
}
