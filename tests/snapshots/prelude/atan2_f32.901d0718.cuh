__device__ __forceinline__ float atan2_f32(float y, float x) {
    const float a = fabsf(y);
    const float b = fabsf(x);
    const bool steep = a > b;
    const float long_ = steep ? a : b;
    const float short_ = steep ? b : a;
    const float t = short_ / long_;
    const float t_1 = short_ == long_ ? 1.0f : t;
    const float t_2 = a + b == 0.0f ? 0.0f : t_1;
    const float z = t_2 * t_2;
    const float p = fmaf(z, -0.0017822096f, 0.010866458f);
    const float p_1 = fmaf(p, z, -0.03109373f);
    const float p_2 = fmaf(p_1, z, 0.05787896f);
    const float p_3 = fmaf(p_2, z, -0.083992094f);
    const float p_4 = fmaf(p_3, z, 0.10950861f);
    const float p_5 = fmaf(p_4, z, -0.14264014f);
    const float p_6 = fmaf(p_5, z, 0.1999853f);
    const float p_7 = fmaf(p_6, z, -0.333333f);
    const float r = fmaf(p_7, z * t_2, t_2);
    const bool left = __float_as_uint(x) >> 31 == 1;
    const float signed_ = steep == left ? r : -r;
    const float base = left ? 3.1415927f : 0.0f;
    const float base_low = left ? -8.742278e-8f : 0.0f;
    const float base_1 = steep ? 1.5707964f : base;
    const float base_low_1 = steep ? -4.371139e-8f : base_low;
    const float turned = base_1 + (base_low_1 + signed_);
    return copysignf(turned, y);
}
