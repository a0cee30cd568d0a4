__device__ __forceinline__ bool is_infinite_f32(float x) {
    return fabsf(x) == __uint_as_float(0x7f800000u);
}
