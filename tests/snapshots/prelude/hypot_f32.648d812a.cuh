__device__ __forceinline__ float hypot_f32(float x, float y) {
    const float a = fabsf(x);
    const float b = fabsf(y);
    const float long_ = b > kiln::hidden(a) ? b : a;
    const float short_ = b > kiln::hidden(a) ? a : b;
    const bool big = long_ > 4.611686e18f;
    const bool small = long_ < 8.6736174e-19f;
    const float scale = small ? 1.2676506e30f : 1.0f;
    const float scale_1 = big ? 1.3552527e-20f : scale;
    const float back = small ? 7.888609e-31f : 1.0f;
    const float back_1 = big ? 7.378698e19f : back;
    const float u = long_ * scale_1;
    const float v = short_ * scale_1;
    const float r = sqrtf(fmaf(u, u, v * v)) * back_1;
    return a == __uint_as_float(0x7f800000u) || b == __uint_as_float(0x7f800000u) ? __uint_as_float(0x7f800000u) : r;
}
