__device__ __forceinline__ float fract_f32(float x) {
    return x - truncf(x);
}
