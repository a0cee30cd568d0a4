// The same without the lane's own value; the lowest active lane has none below.
template <typename T, typename F> __device__ __forceinline__ T warp_scan_below(u32 active, T value, T none, F combine) {
    const u32 lane = (u32)lane_id();
    const u32 below = active & ((1u << lane) - 1);
    const T other = exchange(active, warp_scan(active, value, combine), below == 0 ? lane : 31 - __clz(below));
    return below == 0 ? none : other;
}
