__device__ __forceinline__ i8 saturating_neg_i8(i8 x) {
    return x == -128 ? 127 : kiln::narrow<i8>(-(u32)x);
}
