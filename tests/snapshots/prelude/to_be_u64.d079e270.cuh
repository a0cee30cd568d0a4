__device__ __forceinline__ u64 to_be_u64(u64 x) {
    return kiln::swap_bytes(x);
}
