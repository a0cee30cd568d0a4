__device__ __forceinline__ double powi_f64(double x, i32 power) {
    double result = 1.0;
    double square = x;
    u32 rest = kiln::unsigned_abs_i32(power);
    while (true) {
        if ((rest & 1) != 0) {
            result *= square;
        }
        rest >>= 1;
        if (rest == 0) {
            break;
        }
        square *= square;
    }
    return power < 0 ? 1.0 / result : result;
}
