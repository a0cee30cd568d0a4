// In 32 bits: ptxas (13.0 at least) widens the negation of the least 16-bit integer as if it were 32768.
__device__ __forceinline__ i16 negate(i16 x) { return (i16)((i32)((0u - (u32)x) << 16) >> 16); }
