__device__ __forceinline__ u8 to_be_u8(u8 x) {
    return kiln::swap_bytes(x);
}
