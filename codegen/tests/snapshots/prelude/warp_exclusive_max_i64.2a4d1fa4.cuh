__device__ __forceinline__ i64 warp_exclusive_max_i64(i64 value) {
    const u32 active = __activemask();
    const u32 lane = (u32)kiln::lane_id();
    i64 value_1;
    if (active == 4294967295u) {
        const i64 below = kiln::masked_shuffle(value, lane - 1, 4294967295u);
        const i64 of_2 = lane >= 1 ? kiln::int_max(below, value) : value;
        const i64 below_1 = kiln::masked_shuffle(of_2, lane - 2, 4294967295u);
        const i64 of_4 = lane >= 2 ? kiln::int_max(below_1, of_2) : of_2;
        const i64 below_2 = kiln::masked_shuffle(of_4, lane - 4, 4294967295u);
        const i64 of_8 = lane >= 4 ? kiln::int_max(below_2, of_4) : of_4;
        const i64 below_3 = kiln::masked_shuffle(of_8, lane - 8, 4294967295u);
        const i64 of_16 = lane >= 8 ? kiln::int_max(below_3, of_8) : of_8;
        const i64 below_4 = kiln::masked_shuffle(of_16, lane - 16, 4294967295u);
        value_1 = lane >= 16 ? kiln::int_max(below_4, of_16) : of_16;
    } else {
        i64 all = kiln::masked_shuffle(value, kiln::trailing_zeros(active), active);
        i64 own = all;
        u32 rest = active & active - 1;
        while (rest != 0) {
            const u32 next = kiln::trailing_zeros(rest);
            const i64 other = kiln::masked_shuffle(value, next, active);
            all = kiln::int_max(all, other);
            own = lane >= next ? all : own;
            rest &= rest - 1;
        }
        value_1 = own;
    }
    const i64 up_to = value_1;
    const u32 below = active & (1u << (lane & 31)) - 1;
    const u32 result = below == 0 ? lane : 31 - kiln::leading_zeros(below);
    const i64 below_1 = kiln::masked_shuffle(up_to, result, active);
    return result == lane ? -9223372036854775807ll - 1 : below_1;
}
