__device__ __forceinline__ u32 isqrt_u32(u32 x) {
    const u32 n = x;
    const u32 root = kiln::int_min(kiln::to<u32>(sqrtf((float)n)), 65535u);
    const u32 square = root * root;
    return square > n ? root - 1 : n - square > 2 * root ? root + 1 : root;
}
