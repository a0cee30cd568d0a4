// In 32 bits: ptxas (13.0 at least) widens the negation of the least integer of 8 or 16 bits as if it were positive.
template <typename T> __device__ __forceinline__ T negate(T x) {
    constexpr u32 above = 32 - 8 * (u32)sizeof(T);
    return (T)((i32)((0u - (u32)(i32)x) << above) >> above);
}
