__device__ __forceinline__ u64 next_multiple_of_u64(u64 x, u64 multiple) {
    const u64 remainder = x % multiple;
    return remainder == 0 ? x : x + (multiple - remainder);
}
