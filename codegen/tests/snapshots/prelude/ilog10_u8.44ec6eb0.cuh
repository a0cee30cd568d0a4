__device__ __forceinline__ u32 ilog10_u8(u8 x) {
    const i32 n = (i32)x;
    return (u32)(n >= 10) + (u32)(n >= 100);
}
