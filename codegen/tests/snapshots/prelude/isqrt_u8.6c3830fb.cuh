__device__ __forceinline__ u8 isqrt_u8(u8 x) {
    const u32 n = (u32)x;
    const u32 root = kiln::int_min(kiln::to<u32>(sqrtf((float)n)), 65535u);
    const u32 square = root * root;
    return square > n ? (u8)(root - 1) : n - square > 2 * root ? (u8)(root + 1) : (u8)root;
}
