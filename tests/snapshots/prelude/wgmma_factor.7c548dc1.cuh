// The descriptor of a factor that begins here: its other bits are the same for all.
template <u64 layout, typename T> __device__ __forceinline__ u64 wgmma_factor(const T& first) {
    return layout | (shared_address(&first) & 0x3ffff) >> 4;
}
