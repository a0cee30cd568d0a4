// Each active lane's combination with those below: a whole warp by doubled distances, part of one lane by lane.
template <typename T, typename F> __device__ __forceinline__ T warp_scan(u32 active, T value, F combine) {
    const u32 lane = (u32)lane_id();
    if (active == 0xffffffff) {
#pragma unroll
        for (u32 distance = 1; distance < 32; distance *= 2) {
            const T below = exchange(active, value, lane - distance);
            if (lane >= distance) value = combine(below, value);
        }
        return value;
    }
    T total = exchange(active, value, __ffs(active) - 1);
    T result = total;
    for (u32 rest = active & (active - 1); rest != 0; rest &= rest - 1) {
        const u32 next = __ffs(rest) - 1;
        total = combine(total, exchange(active, value, next));
        if (lane >= next) result = total;
    }
    return result;
}
