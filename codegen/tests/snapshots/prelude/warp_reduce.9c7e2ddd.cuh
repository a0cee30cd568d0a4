// A whole warp combines by a butterfly, part of one in ascending order of lanes.
template <typename T, typename F> __device__ __forceinline__ T warp_reduce(T value, F combine) {
    const u32 active = __activemask();
    if (active == 0xffffffff) {
        const u32 lane = (u32)lane_id();
#pragma unroll
        for (u32 distance = 16; distance != 0; distance /= 2)
            value = combine(value, exchange(active, value, lane ^ distance));
        return value;
    }
    T result = exchange(active, value, __ffs(active) - 1);
    for (u32 rest = active & (active - 1); rest != 0; rest &= rest - 1)
        result = combine(result, exchange(active, value, __ffs(rest) - 1));
    return result;
}
