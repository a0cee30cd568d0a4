// A value's bits in a type that the machine matches.
template <typename T> __device__ __forceinline__ auto match_bits(T value) {
    const unsigned_of<T> bits = reinterpret_cast<const unsigned_of<T>&>(value);
    if constexpr (sizeof(T) == 8) return (u64)bits;
    else return (u32)bits;
}
