__device__ __forceinline__ i16 from_be_i16(i16 x) {
    return kiln::swap_bytes(x);
}
