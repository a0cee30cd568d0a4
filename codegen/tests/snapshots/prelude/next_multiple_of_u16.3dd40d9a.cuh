__device__ __forceinline__ u16 next_multiple_of_u16(u16 x, u16 multiple) {
    const u16 remainder = x % multiple;
    return remainder == 0 ? x : (u16)(x + ((u32)multiple - remainder));
}
