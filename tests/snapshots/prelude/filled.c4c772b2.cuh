template <usize length, typename T> __device__ __forceinline__ array<T, length> filled(T value) {
    array<T, length> result;
#pragma unroll (length <= 256 ? length : 1)
    for (usize i = 0; i < length; ++i) result[i] = value;
    return result;
}
