// The lower bits of what was computed in 32, which compilers are kept from computing in 16: ptxas (13.0 at least)
// widens the negation of the least integer of 16 bits as if it were positive, and NVRTC finds negations in differences
// and in products too.
template <typename T> __device__ __forceinline__ T narrow(u32 x) {
    asm("" : "+r"(x));
    return (T)x;
}
