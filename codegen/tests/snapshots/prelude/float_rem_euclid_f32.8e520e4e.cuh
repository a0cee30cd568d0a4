__device__ __forceinline__ float float_rem_euclid_f32(float a, float b) {
    const float remainder = fmodf(a, b);
    return remainder < kiln::hidden(0.0f) ? remainder + fabsf(b) : remainder;
}
