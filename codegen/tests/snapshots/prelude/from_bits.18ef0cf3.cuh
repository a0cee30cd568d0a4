template <typename T> __device__ __forceinline__ T from_bits(u16 bits) {
    T x;
    x.bits = bits;
    return x;
}
