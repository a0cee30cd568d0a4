template <typename T> __device__ __forceinline__ T masked_shuffle(T value, u32 lane, u32 mask) {
    return exchange(mask, value, lane);
}
