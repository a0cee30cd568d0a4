__device__ __forceinline__ i32 to_be_i32(i32 x) {
    return kiln::swap_bytes(x);
}
