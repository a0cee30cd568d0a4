// Compare-and-swap until nobody came between.
template <typename T, typename F> __device__ __forceinline__ T atomic_update(T* place, F next) {
    typedef unsigned_of<T> U;
    U old = *(volatile U*)place;
    for (;;) {
        const T value = next(reinterpret_cast<const T&>(old));
        const U seen = atomicCAS((U*)place, old, reinterpret_cast<const U&>(value));
        if (seen == old) return reinterpret_cast<const T&>(old);
        old = seen;
    }
}
