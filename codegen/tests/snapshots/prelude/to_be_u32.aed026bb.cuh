__device__ __forceinline__ u32 to_be_u32(u32 x) {
    return kiln::swap_bytes(x);
}
