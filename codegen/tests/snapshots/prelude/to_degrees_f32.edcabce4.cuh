__device__ __forceinline__ float to_degrees_f32(float x) {
    return x * 57.29578f;
}
