__device__ __forceinline__ u64 from_be_u64(u64 x) {
    return kiln::swap_bytes(x);
}
