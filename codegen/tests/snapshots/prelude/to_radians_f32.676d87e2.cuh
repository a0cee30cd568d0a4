__device__ __forceinline__ float to_radians_f32(float x) {
    return x * (3.1415927f / 180.0f);
}
