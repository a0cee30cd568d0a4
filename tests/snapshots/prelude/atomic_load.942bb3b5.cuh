template <typename T> __device__ __forceinline__ T atomic_load(T* place) { return *(volatile T*)place; }
