__device__ __forceinline__ u8 next_multiple_of_u8(u8 x, u8 multiple) {
    const u8 remainder = x % multiple;
    return remainder == 0 ? x : (u8)(x + ((u32)multiple - remainder));
}
