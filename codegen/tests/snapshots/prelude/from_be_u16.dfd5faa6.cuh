__device__ __forceinline__ u16 from_be_u16(u16 x) {
    return kiln::swap_bytes(x);
}
