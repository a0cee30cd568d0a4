__device__ __forceinline__ float float_midpoint_f32(float a, float b) {
    return (float)(((double)a + (double)b) * 0.5);
}
