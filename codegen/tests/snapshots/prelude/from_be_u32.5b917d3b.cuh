__device__ __forceinline__ u32 from_be_u32(u32 x) {
    return kiln::swap_bytes(x);
}
