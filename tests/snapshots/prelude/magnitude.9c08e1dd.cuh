// Of the least integer too, whose magnitude its type does not have: ptxas (13.0 at least) takes the absolute value of an integer to be
// positive wherever it recognizes one, which the empty instruction keeps it from.
template <typename T> __device__ __forceinline__ unsigned_of<T> magnitude(T x) {
    typedef unsigned_of<T> U;
    if constexpr (sizeof(T) == 8) {
        U minus = 0 - (U)x;
        asm("" : "+l"(minus));
        return x < 0 ? minus : (U)x;
    } else {
        u32 minus = 0u - (u32)(i32)x;
        asm("" : "+r"(minus));
        return (U)(x < 0 ? minus : (u32)(i32)x);
    }
}
