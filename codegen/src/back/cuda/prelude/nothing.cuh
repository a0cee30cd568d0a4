// A place for a value without bytes, which lies nowhere.
template <typename T> __device__ __forceinline__ T& nothing(T&& value) {
    return value;
}
