__device__ __forceinline__ float powi_f32(float x, i32 power) {
    float result = 1.0f;
    float square = x;
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
    return power < 0 ? 1.0f / result : result;
}
