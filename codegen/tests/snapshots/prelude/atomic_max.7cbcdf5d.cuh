template <typename T> __device__ __forceinline__ T atomic_max(T* place, T value) {
    return atomic_update(place, [=](T old) { return greatest(old, value); });
}
