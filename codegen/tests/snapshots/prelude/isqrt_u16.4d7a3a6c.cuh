__device__ __forceinline__ u16 isqrt_u16(u16 x) {
    const u32 n = (u32)x;
    const u32 root = kiln::int_min(kiln::to<u32>(sqrtf((float)n)), 65535u);
    const u32 square = root * root;
    return square > n ? (u16)(root - 1) : n - square > 2 * root ? (u16)(root + 1) : (u16)root;
}
