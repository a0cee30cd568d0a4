__device__ __forceinline__ float float_clamp_f32(float x, float low, float high) {
    return x < kiln::hidden(low) ? low : x > kiln::hidden(high) ? high : x;
}
