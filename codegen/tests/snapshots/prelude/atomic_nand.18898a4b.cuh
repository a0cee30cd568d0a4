template <typename T> __device__ __forceinline__ T atomic_nand(T* place, T value) {
    return atomic_update(place, [=](T old) { return (T)~(old & value); });
}
