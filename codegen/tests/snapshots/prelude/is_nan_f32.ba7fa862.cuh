__device__ __forceinline__ bool is_nan_f32(float x) {
    return x != x;
}
