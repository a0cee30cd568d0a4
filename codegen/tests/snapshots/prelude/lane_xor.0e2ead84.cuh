template <typename T> __device__ __forceinline__ T lane_xor(T value, u32 bits) {
    if constexpr (sizeof(T) < 4) {
        const unsigned_of<T> own = reinterpret_cast<const unsigned_of<T>&>(value);
        const unsigned_of<T> other = (unsigned_of<T>)__shfl_xor_sync(0xffffffffu, (u32)own, (i32)bits);
        return reinterpret_cast<const T&>(other);
    } else {
        return __shfl_xor_sync(0xffffffffu, value, (i32)bits);
    }
}
