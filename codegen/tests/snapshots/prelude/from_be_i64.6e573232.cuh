__device__ __forceinline__ i64 from_be_i64(i64 x) {
    return kiln::swap_bytes(x);
}
