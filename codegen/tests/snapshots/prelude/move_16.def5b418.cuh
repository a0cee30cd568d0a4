template <typename T> __device__ __forceinline__ void move_16(T& target, const T& source) {
    *(uint4*)&target = *(const uint4*)&source;
}
