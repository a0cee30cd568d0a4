__device__ __forceinline__ bool is_sign_negative_f16(f16 x) {
    return x.bits >> (16u - 1 & 15) != 0;
}
