__device__ __forceinline__ u32 next_multiple_of_u32(u32 x, u32 multiple) {
    const u32 remainder = x % multiple;
    return remainder == 0 ? x : x + (multiple - remainder);
}
