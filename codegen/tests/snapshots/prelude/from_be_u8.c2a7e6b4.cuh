__device__ __forceinline__ u8 from_be_u8(u8 x) {
    return kiln::swap_bytes(x);
}
