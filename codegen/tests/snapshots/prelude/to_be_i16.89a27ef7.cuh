__device__ __forceinline__ i16 to_be_i16(i16 x) {
    return kiln::swap_bytes(x);
}
