__device__ __forceinline__ u32 ilog10_u16(u16 x) {
    const i32 n = (i32)x;
    const u32 few = (u32)(n >= 10) + (u32)(n >= 100);
    return few + (u32)(n >= 1000) + (u32)(n >= 10000);
}
