__device__ __forceinline__ u64 isqrt_u64(u64 x) {
    const u64 n = x;
    const u64 root = kiln::int_min(kiln::to<u64>(sqrt((double)n)), 4294967295ull);
    const u64 square = root * root;
    return square > n ? root - 1 : n - square > 2 * root ? root + 1 : root;
}
