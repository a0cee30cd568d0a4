template <typename T> __device__ __forceinline__ unsigned_of<T> abs_diff(T a, T b) {
    typedef unsigned_of<T> U;
    if constexpr (sizeof(T) == 8) {
        U up = (U)b - (U)a;
        asm("" : "+l"(up));
        return a < b ? up : (U)a - (U)b;
    } else {
        u32 up = (u32)b - (u32)a;
        asm("" : "+r"(up));
        return (U)(a < b ? up : (u32)a - (u32)b);
    }
}
