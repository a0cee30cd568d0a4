// Itself, as a value that NVRTC (13.0 at least) knows nothing of: it makes a minimum of `x < 0 ? x : 0`, which of the two
// zeros gives the negative one where the choice gives the positive.
template <typename T> __device__ __forceinline__ T hidden(T x) {
    if constexpr (sizeof(T) == 8) {
        asm("" : "+d"(x));
    } else {
        asm("" : "+f"(x));
    }
    return x;
}
