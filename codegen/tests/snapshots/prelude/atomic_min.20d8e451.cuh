template <typename T> __device__ __forceinline__ T atomic_min(T* place, T value) {
    return atomic_update(place, [=](T old) { return least(old, value); });
}
