__device__ __forceinline__ i16 saturating_neg_i16(i16 x) {
    return x == -32768 ? 32767 : kiln::narrow<i16>(-(u32)x);
}
