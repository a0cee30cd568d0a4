template <typename T> __device__ __forceinline__ void atomic_store(T* place, T value) { *(volatile T*)place = value; }
