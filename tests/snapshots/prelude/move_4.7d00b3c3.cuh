template <typename T> __device__ __forceinline__ void move_4(T& target, const T& source) {
    *(u32*)&target = *(const u32*)&source;
}
