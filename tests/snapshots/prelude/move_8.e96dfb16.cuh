template <typename T> __device__ __forceinline__ void move_8(T& target, const T& source) {
    *(uint2*)&target = *(const uint2*)&source;
}
