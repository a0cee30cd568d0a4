__device__ __forceinline__ float recip_f32(float x) {
    return 1.0f / x;
}
