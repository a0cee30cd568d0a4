__device__ __forceinline__ u64 warp_exclusive_sum_u64(u64 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    u64 value_1;
    if (active == 4294967295u) {
        const u64 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const u64 of_2 = lane >= 1 ? below + value : value;
        const u64 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const u64 of_4 = lane >= 2 ? below_1 + of_2 : of_2;
        const u64 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const u64 of_8 = lane >= 4 ? below_2 + of_4 : of_4;
        const u64 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const u64 of_16 = lane >= 8 ? below_3 + of_8 : of_8;
        const u64 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? below_4 + of_16 : of_16;
    } else {
        u64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        u64 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const u64 other = kiln::masked_shuffle(value, next, active);
            all = all + other;
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const u64 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const u64 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? 0 : below_1;
}
