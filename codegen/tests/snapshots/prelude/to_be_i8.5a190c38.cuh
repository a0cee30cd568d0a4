__device__ __forceinline__ i8 to_be_i8(i8 x) {
    return kiln::swap_bytes(x);
}
