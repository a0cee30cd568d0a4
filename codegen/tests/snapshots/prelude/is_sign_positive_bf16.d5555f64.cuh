__device__ __forceinline__ bool is_sign_positive_bf16(bf16 x) {
    return x.bits >> (16u - 1 & 15) == 0;
}
